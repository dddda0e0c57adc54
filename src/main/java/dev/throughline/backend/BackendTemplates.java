package dev.throughline.backend;

import java.util.Optional;

/// The templates that backends may refer to; implemented by `prompt`.
public interface BackendTemplates {
    /// The markers of a model's output that its template shows; empty for an unknown name. Reads a file.
    ///
    /// @throws IllegalArgumentException with a readable message, if the template cannot be read
    Optional<BackendMarkup> find(String template);
}
