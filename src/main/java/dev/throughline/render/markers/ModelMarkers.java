package dev.throughline.render.markers;

import dev.throughline.filter.TemplateMarkup;
import dev.throughline.filter.call.CallLayout;
import java.util.List;
import java.util.Optional;

/// The delimiters of a model.
///
/// @param reasoning around what the model thinks; empty for a model that shows none
/// @param toolCall around each call, or around all calls of an answer; empty where calls have no markers
/// @param callLayout how calls are written; empty where that is not understood
/// @param startsInReasoning whether the generation prompt leaves reasoning open
/// @param stops what ends an answer, the most usual first; never empty strings
public record ModelMarkers(
        Optional<MarkerPair> reasoning,
        Optional<MarkerPair> toolCall,
        Optional<CallLayout> callLayout,
        boolean startsInReasoning,
        List<String> stops) {
    public ModelMarkers {
        stops = List.copyOf(stops);
    }

    /// How calls are written, as the record names it; `unknown` where there are calls that are not understood; empty
    /// where there are none.
    public Optional<String> layoutLabel() {
        return callLayout.map(layout -> layout.form().label()).or(() -> toolCall.map(_ -> "unknown"));
    }

    /// As the filter of answers reads them. Reasoning whose end is unknown is left out.
    public TemplateMarkup markup() {
        Optional<MarkerPair> closed = reasoning.filter(pair -> pair.closer().isPresent());
        return new TemplateMarkup(
                closed.map(MarkerPair::opener).orElse(""),
                closed.flatMap(MarkerPair::closer).orElse(""),
                callLayout);
    }
}
