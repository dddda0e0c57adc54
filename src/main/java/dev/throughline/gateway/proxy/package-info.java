/// Requests that a backend answers: the history repaired and rewritten for the backend, the body adapted or
/// translated, filters and signatures chosen for the answer; and what passes beside generation, such as token
/// counts and passed-through endpoints.
///
/// In: an `ExchangeContext`. Out: a request to `backend` and an answer through `answer`. Called by `gateway`;
/// never by `answer`, `admission` or `stub`.
@NullMarked
package dev.throughline.gateway.proxy;

import org.jspecify.annotations.NullMarked;
