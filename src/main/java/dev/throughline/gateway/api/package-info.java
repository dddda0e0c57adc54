/// Receives the bodies of API requests within the gateway's memory budget.
///
/// In: every request that is not for a dialect endpoint, after `ApiGuard`. Out: the request passed on with its
/// body, or problem+json. Nobody imports it.
@NullMarked
package dev.throughline.gateway.api;

import org.jspecify.annotations.NullMarked;
