/// Probes a real model server: which dialects it answers, where its reasoning comes, and whether the reasoning of
/// earlier answers reaches its prompt.
///
/// In: an address and a model. Out: a [dev.throughline.harness.probe.BackendReport] as text or JSON. The histories
/// whose fate is measured are written by the probe, so nothing depends on what the model chooses to say; only what the
/// server emits is judged by the model's own answers. Speaks HTTP only; called by the command line.
@NullMarked
package dev.throughline.harness.probe;

import org.jspecify.annotations.NullMarked;
