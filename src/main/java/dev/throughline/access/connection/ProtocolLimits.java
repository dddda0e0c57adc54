package dev.throughline.access.connection;

import io.vertx.core.http.HttpServerOptions;

/// What the protocols of a connection need for their limits.
/// @param options of the server that it belongs to
/// @param unreadMillis time in which a client takes nothing of an answer
/// @param maxControlFrames frames of HTTP/2 that ask for nothing, within 10 s
record ProtocolLimits(HttpServerOptions options, long unreadMillis, int maxControlFrames, ClosedConnections closed) {}
