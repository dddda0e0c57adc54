package dev.throughline.run.prompt.api;

import dev.throughline.export.FileFormat;
import dev.throughline.export.FileKind;
import java.util.List;

/// The output formats of a prompt.
enum PromptFormat implements FileFormat {
    JSON(FileKind.JSON),
    TEXT(FileKind.TEXT),
    HTML(FileKind.HTML),
    /// With terminal colors.
    ANSI(FileKind.TEXT) {
        @Override
        public String label() {
            return "ansi";
        }
    };

    static final List<PromptFormat> ALL = List.of(values());

    private final FileKind kind;

    PromptFormat(FileKind kind) {
        this.kind = kind;
    }

    @Override
    public FileKind kind() {
        return kind;
    }
}
