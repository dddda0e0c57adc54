package dev.throughline.render.markers;

import dev.throughline.filter.Family;
import java.util.List;
import java.util.Optional;

/// The markers before and after a part of an answer.
///
/// @param closer empty if the part ends with the turn or the line
public record MarkerPair(String opener, Optional<String> closer) {
    /// The pair as the filter of answers reads reasoning; empty without a closer.
    public Optional<Family.Reasoning> closed() {
        return closer.map(end -> new Family.Reasoning(List.of(opener), List.of(end), false));
    }
}
