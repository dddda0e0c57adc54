package dev.throughline.export;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A form in which something can be had as a file.
public interface FileFormat {

    /// What kind of file it is.
    FileKind kind();

    /// Its name in `format=` and `--format`.
    default String label() {
        return kind().name().toLowerCase(Locale.ROOT);
    }

    /// All names.
    static List<String> labels(List<? extends FileFormat> formats) {
        return formats.stream().map(FileFormat::label).toList();
    }

    /// The format of a name, in upper or lower case.
    static <F extends FileFormat> Optional<F> find(List<F> formats, String label) {
        return formats.stream()
                .filter(format -> format.label().equalsIgnoreCase(label))
                .findFirst();
    }
}
