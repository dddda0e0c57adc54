/// The configured backends and the only place from which they are reached: by name, by the model map, or as
/// a stub run of this service (`run:ID`).
///
/// In: configuration. Out: an `HttpBackend`. Called by `gateway`, `run` and `prompt`; imports
/// `backend.http` and `backend.settings`, never the other way round.
@NullMarked
package dev.throughline.backend;

import org.jspecify.annotations.NullMarked;
