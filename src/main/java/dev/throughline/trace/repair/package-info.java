/// Changes a history before it is sent to a backend: restores reasoning that was dropped or changed,
/// resolves our block signatures, restores `reasoning_details`, or strips reasoning.
///
/// In: a request and the run's history. Out: an `EditedHistory` with a list of `Repair`s; its request is
/// the same object if nothing changed. Restores only what is known for certain. Called by `gateway`;
/// `Repair` is recorded and shown by `run`. Imports `trace` and `trace.match`.
@NullMarked
package dev.throughline.trace.repair;

import org.jspecify.annotations.NullMarked;
