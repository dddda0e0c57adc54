/// The service's named templates and tokenizers, and rendered prompts for people (page, terminal).
///
/// In: settings and files. Out: `NamedTemplate`s, tokenizers, pages. Independent of runs. Called by its
/// `api`, `run.prompt`, `run.training` and `cli`.
@NullMarked
package dev.throughline.prompt;

import org.jspecify.annotations.NullMarked;
