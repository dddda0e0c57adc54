package dev.throughline.export;

import java.util.List;
import java.util.Optional;

/// A form in which something can be had as a file.
public interface FileFormat {

    /// Its name in `format=` and `--format`.
    String label();

    /// Its media type with parameters.
    String mediaType();

    /// What the name of its file ends with, after the dot.
    String extension();

    /// Whether a browser shows it rather than saving it.
    boolean isShown();

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
