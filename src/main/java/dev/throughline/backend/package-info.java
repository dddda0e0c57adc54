/// The configured backends and the only place from which they are reached: by name, by the model map, or as
/// a stub run of this service (`run:ID`). One backend over HTTP: connections per event loop, requests, answers as
/// frames or as bytes, deadlines, errors with credentials masked, and what was learnt of a model's reasoning.
///
/// In: configuration, then a request and a sink. Out: the response head and the parts of the answer, undecoded, until
/// the sink wants no more; `pause`, `resume` and `cancel` go back. An answer lives on its request's event loop. No
/// other host than the configured ones is contacted. Called by `gateway`, `run` and `prompt`; imports
/// `backend.settings`, never the other way round.
@NullMarked
package dev.throughline.backend;

import org.jspecify.annotations.NullMarked;
