/// An exchange from top to bottom. Of a backend (`ProxyExchange`): repairs and rewrites the history for it, adapts or
/// translates the body, selects filters and signatures for the answer. Of the stub (`StubExchange`): planned,
/// recorded, then produced with the faults requested for the run. Also handles other endpoints, such as token counts
/// and passed-through requests.
///
/// In: an `ExchangeContext`. Out: a request to `backend` and an answer through `answer`. Called by `gateway`; never by
/// `answer` or `admission`.
@NullMarked
package dev.throughline.gateway.proxy;

import org.jspecify.annotations.NullMarked;
