/// Reserves the gateway's memory budget for bodies of API requests before they are read, and aborts those
/// that are received too slowly.
///
/// In: every request that is not for a dialect endpoint, after `ApiGuard`. Out: the request passed on, or
/// problem+json with `retry-after`. Nobody imports it.
@NullMarked
package dev.throughline.gateway.api;

import org.jspecify.annotations.NullMarked;
