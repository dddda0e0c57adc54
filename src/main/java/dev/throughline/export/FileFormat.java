package dev.throughline.export;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A file format for downloads.
public interface FileFormat {
    FileKind kind();

    /// Its name in `format=` and `--format`.
    default String label() {
        return kind().name().toLowerCase(Locale.ROOT);
    }

    /// The names of all formats.
    static List<String> labels(List<? extends FileFormat> formats) {
        return formats.stream().map(FileFormat::label).toList();
    }

    /// The format with a name, ignoring case.
    static <F extends FileFormat> Optional<F> find(List<F> formats, String label) {
        return formats.stream()
                .filter(format -> format.label().equalsIgnoreCase(label))
                .findFirst();
    }
}
