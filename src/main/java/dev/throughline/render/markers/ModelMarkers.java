package dev.throughline.render.markers;

import java.util.List;
import java.util.Optional;

/// The delimiters of a model.
///
/// @param reasoning around what the model thinks; empty for a model that shows none
/// @param toolCall around each call, or around all calls of an answer; empty where calls have no markers
/// @param startsInReasoning whether the generation prompt leaves reasoning open
/// @param stops what ends an answer, the most usual first; never empty strings
public record ModelMarkers(
        Optional<MarkerPair> reasoning, Optional<MarkerPair> toolCall, boolean startsInReasoning, List<String> stops) {
    public ModelMarkers {
        stops = List.copyOf(stops);
    }
}
