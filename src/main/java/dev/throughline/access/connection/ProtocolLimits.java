package dev.throughline.access.connection;

import io.vertx.core.http.HttpServerOptions;

/// The parameters of the protocol limits of a connection.
/// @param options of the server to which it belongs
/// @param unreadMillis maximum time in which a client reads nothing of an answer
/// @param maxControlFrames maximum number of HTTP/2 control frames within 10 s
record ProtocolLimits(HttpServerOptions options, long unreadMillis, int maxControlFrames, ClosedConnections closed) {}
