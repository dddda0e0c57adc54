/// One backend over HTTP: connections per event loop, requests, answers as events or as bytes, deadlines,
/// errors with credentials masked, and what was learned about a model's reasoning.
///
/// In: a request and a sink. Out: the response head, frames and stream events with at most one terminal
/// event; `pause`, `resume` and `cancel` go back. Confined to the request's event loop. Opened through
/// `backend`; no other host than the configured one is contacted.
@NullMarked
package dev.throughline.backend.http;

import org.jspecify.annotations.NullMarked;
