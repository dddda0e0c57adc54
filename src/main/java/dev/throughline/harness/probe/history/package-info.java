/// How a server handles the reasoning of earlier answers: measures prompts with and without it (rendered
/// text, tokens, usage), in every place where reasoning may be written.
///
/// In: a server, a dialect client, a model. Out: `HistoryEvidence` with its strongest proof method. Results
/// do not depend on what the model chooses to say. Called by `harness.probe`; imports `probe.dialect`,
/// `probe.server`, `verdict`'s `Status`.
@NullMarked
package dev.throughline.harness.probe.history;

import org.jspecify.annotations.NullMarked;
