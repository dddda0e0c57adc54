package dev.throughline.run.training.api;

import dev.throughline.export.FileFormat;
import dev.throughline.export.FileKind;
import java.util.List;

/// The output formats of training samples.
enum TrainingFormat implements FileFormat {
    /// The rows.
    JSONL(FileKind.JSONL),
    /// The counts of what is exported and omitted.
    JSON(FileKind.JSON);

    static final List<TrainingFormat> ALL = List.of(values());

    private final FileKind kind;

    TrainingFormat(FileKind kind) {
        this.kind = kind;
    }

    @Override
    public FileKind kind() {
        return kind;
    }
}
