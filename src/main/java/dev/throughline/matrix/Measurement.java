package dev.throughline.matrix;

import com.fasterxml.jackson.databind.JsonNode;

/// What is kept of one eligible run: its vote, and what a person needs to understand it once the run is gone.
///
/// @param seconds from its first request to its last answer
/// @param shapes what its requests looked like, without their texts: an array of objects
/// @param how what measured it: an object
public record Measurement(Vote vote, double seconds, JsonNode shapes, JsonNode how) {}
