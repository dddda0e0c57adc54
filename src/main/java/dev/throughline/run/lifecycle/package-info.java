/// Opens, finds, resets, seals and deletes runs, and maintains them: idle runs, processes that are gone,
/// scheduled retention.
///
/// In: `RunSettings`, ids, slots of URLs. Out: `Run`s and, at the seal, a verdict and a `SealedRun` for
/// every `SealObserver`, in the sealing transaction. Owns `run`, `run_alias`, `verdict` and the table of
/// instances. Called by `gateway`, `run.report`, `run.api`, `matrix.store` (as observer) and `matrix.api`.
@NullMarked
package dev.throughline.run.lifecycle;

import org.jspecify.annotations.NullMarked;
