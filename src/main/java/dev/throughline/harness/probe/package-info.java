/// Probes a real model server: which dialects it answers, where it puts its reasoning, and whether the
/// reasoning of earlier answers reaches its prompt.
///
/// In: an address and a model. Out: a [dev.throughline.harness.probe.BackendReport] as text or JSON. The measured
/// histories are written by the probe, so that results do not depend on what the model chooses to say; the model's
/// own answers serve only to judge the form of the server's output. Uses HTTP only; called by the command line.
///
/// It does not use `wire` (`LayersTest` forbids it to the whole harness): a codec normalizes what the probe has to
/// report as it is, such as which of several fields carried the reasoning, markup left in the text, or frames that
/// are not JSON.
@NullMarked
package dev.throughline.harness.probe;

import org.jspecify.annotations.NullMarked;
