package dev.throughline.run.training.api;

import dev.throughline.export.FileFormat;
import dev.throughline.export.FileKind;
import java.util.List;

/// The forms in which samples can be had.
enum TrainingFormat implements FileFormat {
    /// The rows.
    JSONL(FileKind.JSONL),
    /// What there is and what is left out.
    JSON(FileKind.JSON),
    /// The same as a dataset card.
    CARD(FileKind.MARKDOWN);

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
