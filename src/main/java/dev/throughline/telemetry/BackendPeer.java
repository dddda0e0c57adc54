package dev.throughline.telemetry;

import dev.throughline.conversation.Dialect;

/// The backend that was asked.
///
/// @param name as it is configured
/// @param dialect what it speaks
public record BackendPeer(String name, Dialect dialect, String host, int port) {}
