/// From the head of a request to its admission to a run: reads and bounds the body, decodes it, resolves
/// the run of the base URL, charges the caller's limits, admits the request to the run, and keeps what
/// lives as long as the exchange.
///
/// In: an HTTP request and its `RouteTarget`. Out: an `ExchangeContext`, or an error body of the dialect.
/// May import `route`, `memory` and `held`; never `answer`, `proxy`, `stub` or `gateway` itself.
@NullMarked
package dev.throughline.gateway.admission;

import org.jspecify.annotations.NullMarked;
