/// Templates and tokenizers that the service knows by name, and a rendered prompt for people (page, terminal).
///
/// In: settings and files. Out: `NamedTemplate`s, tokenizers, pages. Knows no run. Called by its `api`,
/// `run.prompt`, `run.training` and `cli`.
@NullMarked
package dev.throughline.prompt;

import org.jspecify.annotations.NullMarked;
