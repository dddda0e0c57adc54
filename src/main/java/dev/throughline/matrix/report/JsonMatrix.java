package dev.throughline.matrix.report;

/// The cells as one JSON object: the shape of `MatrixPage`.
public record JsonMatrix() implements MatrixFormat {
    @Override
    public String label() {
        return "json";
    }

    @Override
    public String mediaType() {
        return "application/json";
    }

    @Override
    public String extension() {
        return "json";
    }

    @Override
    public boolean isShown() {
        return true;
    }

    @Override
    public byte[] write(MatrixPage page) {
        return MatrixTree.bytes(page);
    }
}
