package dev.throughline.render.markers;

import java.util.Optional;

/// The markers before and after a part of an answer.
///
/// @param closer empty if the part ends with the turn or the line
public record MarkerPair(String opener, Optional<String> closer) {}
