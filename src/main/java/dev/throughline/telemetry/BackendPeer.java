package dev.throughline.telemetry;

import dev.throughline.conversation.Dialect;

/// The backend that was called.
///
/// @param name its configured name
/// @param dialect its dialect
public record BackendPeer(String name, Dialect dialect, String host, int port) {}
