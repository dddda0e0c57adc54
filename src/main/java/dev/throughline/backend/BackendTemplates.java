package dev.throughline.backend;

import dev.throughline.backend.http.BackendMarkup;
import java.util.Optional;

/// The templates that backends may name; `prompt` has them.
public interface BackendTemplates {

    /// What a template shows of what a model writes; empty for an unknown name. Reads a file.
    ///
    /// @throws IllegalArgumentException in words for a person, if the template cannot be read
    Optional<BackendMarkup> find(String template);
}
