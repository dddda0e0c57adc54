/// Checks gateways: a client that gives back everything it was given is in front, the stub of a run behind, and
/// that run is judged as one of a real client.
///
/// In: a recipe with a gateway, and the combinations to measure. Out: a
/// [dev.throughline.harness.gateway.GatewayResult] for each. Uses HTTP only; called by the command line.
@NullMarked
package dev.throughline.harness.gateway;

import org.jspecify.annotations.NullMarked;
