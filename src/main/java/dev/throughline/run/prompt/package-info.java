/// Prompts of recorded requests: a recorded request and answer as a chat template sees them, rendered with
/// a template of `prompt`.
///
/// In: an exchange of a run. Out: a rendered prompt with the exchange. Blocking work runs on a worker
/// thread. Called by its sub-packages, `run.training` and `cli`.
@NullMarked
package dev.throughline.run.prompt;

import org.jspecify.annotations.NullMarked;
