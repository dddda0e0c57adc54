package dev.throughline.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/// The kept part of an eligible run: its vote, and the details that explain it after the run is removed.
///
/// @param seconds from its first request to its last answer
/// @param shapes the structure of its requests without their text: an array of objects
/// @param how how it was measured: an object
public record Measurement(
        Vote vote,
        double seconds,
        @Nullable JsonNode shapes,
        @Nullable JsonNode how) {}
