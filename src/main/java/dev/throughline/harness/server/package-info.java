/// Checks servers that are installed and started by recipe. Of a gateway: a client that gives back everything it was
/// given is in front, the stub of a run behind, and that run is judged as one of a real client. Of a model server: it
/// serves a scripted model, and is probed.
///
/// In: a recipe, and the combinations to measure. Out: a [dev.throughline.harness.server.GatewayResult] for each, or a
/// report. Uses HTTP only; called by the command line.
@NullMarked
package dev.throughline.harness.server;

import org.jspecify.annotations.NullMarked;
