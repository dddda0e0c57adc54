package dev.throughline.run.prompt.api;

import dev.throughline.export.FileFormat;
import dev.throughline.export.FileKind;
import java.util.List;

/// The forms in which a prompt can be had.
enum PromptForm implements FileFormat {
    JSON(FileKind.JSON),
    TEXT(FileKind.TEXT),
    HTML(FileKind.HTML),
    /// With the colours of a terminal.
    ANSI(FileKind.TEXT) {
        @Override
        public String label() {
            return "ansi";
        }
    };

    static final List<PromptForm> ALL = List.of(values());

    private final FileKind kind;

    PromptForm(FileKind kind) {
        this.kind = kind;
    }

    @Override
    public FileKind kind() {
        return kind;
    }
}
