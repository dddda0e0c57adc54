package dev.throughline.render.markers;

import java.util.Optional;

/// What stands before and behind a part of an answer.
///
/// @param closer empty where the part ends with the turn or the line
public record MarkerPair(String opener, Optional<String> closer) {}
