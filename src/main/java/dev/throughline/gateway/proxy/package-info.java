/// Requests that a backend answers: repairs and rewrites the history for the backend, adapts or translates
/// the body, selects filters and signatures for the answer; also handles other endpoints, such as token
/// counts and passed-through requests.
///
/// In: an `ExchangeContext`. Out: a request to `backend` and an answer through `answer`. Called by
/// `gateway`; never by `answer`, `admission` or `stub`.
@NullMarked
package dev.throughline.gateway.proxy;

import org.jspecify.annotations.NullMarked;
