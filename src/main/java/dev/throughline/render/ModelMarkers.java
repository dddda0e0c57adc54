package dev.throughline.render;

import dev.throughline.filter.Family;
import dev.throughline.filter.Family.Form;
import dev.throughline.filter.FamilyMarkers;
import java.util.List;
import java.util.Optional;

/// The delimiters of a model.
///
/// @param reasoning around the model's reasoning; empty for a model that outputs none
/// @param toolCall around each call, or around all calls of an answer; empty if calls have no markers
/// @param callLayout how calls are written; empty if that is unknown
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

    /// The same markers for an answer that starts so.
    public ModelMarkers starting(boolean isInReasoning) {
        return new ModelMarkers(reasoning, toolCall, callLayout, isInReasoning, stops);
    }

    /// The recorded name of the call layout; `unknown` if there are calls in an unknown layout; empty if
    /// there are none.
    public Optional<String> layoutLabel() {
        return callLayout.map(CallLayout::label).or(() -> toolCall.map(_ -> "unknown"));
    }

    /// As the answer filter uses them. Reasoning whose end is unknown is omitted.
    public FamilyMarkers family() {
        Optional<Family.Reasoning> pair = reasoning.flatMap(MarkerPair::closed);
        return callLayout.map(layout -> layout.family(pair)).orElseGet(() -> CallLayout.markers(pair, List.of()));
    }

    /// The markers before and after a part of an answer.
    ///
    /// @param closer empty if the part ends with the turn or the line
    public record MarkerPair(String opener, Optional<String> closer) {
        /// The pair as the filter of answers reads reasoning; empty without a closer.
        public Optional<Family.Reasoning> closed() {
            return closer.map(end -> new Family.Reasoning(List.of(opener), List.of(end), false));
        }
    }

    /// How a model writes its calls, as a template shows.
    ///
    /// @param label its recorded name
    /// @param shipped the shipped family that reads the template's calls and reasoning without repair
    public record CallLayout(String label, List<Form> forms, Optional<FamilyMarkers> shipped) {
        private static final String ID = "template";

        public CallLayout {
            forms = List.copyOf(forms);
        }

        /// The family of models whose template this is: the shipped one, or another one of these calls.
        FamilyMarkers family(Optional<Family.Reasoning> reasoning) {
            return shipped.orElseGet(() -> markers(reasoning, forms));
        }

        /// The markers of a family that only a template describes.
        static FamilyMarkers markers(Optional<Family.Reasoning> reasoning, List<Form> forms) {
            List<Family.Reasoning> pairs = reasoning.stream().toList();
            return new FamilyMarkers(
                    new Family(ID, List.of(), pairs, false, forms, List.of(), List.of(), false, false));
        }
    }
}
