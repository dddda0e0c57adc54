/// Takes bodies of requests to our API into the gateway's memory budget before they are read, and ends those
/// that are received too slowly.
///
/// In: every request that is not for a dialect endpoint, behind `ApiGuard`. Out: the request passed on, or
/// problem+json with `retry-after`. Nobody imports it.
@NullMarked
package dev.throughline.gateway.api;

import org.jspecify.annotations.NullMarked;
