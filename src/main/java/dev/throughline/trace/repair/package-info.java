/// Changes a history before it goes to a backend: restores reasoning that was dropped or changed, resolves our
/// block signatures, restores `reasoning_details`, or strips reasoning.
///
/// In: a request and the run's history. Out: an `EditedHistory`, the request itself where nothing changed, with
/// a list of `Repair`s. Restores only what is known for certain. Called by `gateway`; `Repair` is recorded and
/// shown by `run`. Imports `trace` and `trace.match`.
@NullMarked
package dev.throughline.trace.repair;

import org.jspecify.annotations.NullMarked;
