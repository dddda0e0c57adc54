/// One backend over HTTP: connections per event loop, requests, answers as frames or as bytes, deadlines,
/// errors with credentials masked, and what was learnt of a model's reasoning.
///
/// In: a request and a sink. Out: the response head and the parts of the answer, undecoded, until the sink wants
/// no more; `pause`, `resume` and `cancel` go back. Lives on the request's event loop. Opened through `backend`; no
/// other host than the configured one is contacted.
@NullMarked
package dev.throughline.backend.http;

import org.jspecify.annotations.NullMarked;
