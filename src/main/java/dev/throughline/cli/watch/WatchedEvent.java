package dev.throughline.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;

/// A live event as it is received.
/// @param name `run`, `exchange-began`, `exchange-ended` or `sealed`
record WatchedEvent(String name, JsonNode data) {}
