/// From the head of a request to its admission to a run: reads and bounds the body, decodes it, resolves
/// the run of the base URL, charges the caller's limits, admits the request to the run, and keeps what
/// lives as long as the exchange.
///
/// In: an HTTP request and its `RouteTarget`: the run and the endpoint of its path. Out: an `ExchangeContext`, or an
/// error body of the dialect. Requests and collected answers share one heap budget (`GatewayMemory`); conversations
/// that clients refer to instead of sending are rebuilt from the recorded run (`HeldHistories`). Never imports
/// `answer`, `proxy` or `gateway` itself.
@NullMarked
package dev.throughline.gateway.admission;

import org.jspecify.annotations.NullMarked;
