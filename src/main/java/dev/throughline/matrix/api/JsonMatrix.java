package dev.throughline.matrix.api;

import dev.throughline.export.FileKind;

/// The cells as one JSON object: the shape of `MatrixPage`.
public record JsonMatrix() implements MatrixFormat {
    @Override
    public FileKind kind() {
        return FileKind.JSON;
    }

    @Override
    public byte[] write(MatrixPage page) {
        return MatrixJsonWriter.bytes(page);
    }
}
