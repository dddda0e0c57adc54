package dev.throughline.render.markers;

import dev.throughline.filter.Family;
import dev.throughline.filter.Family.Form;
import dev.throughline.filter.FamilyMarkers;
import java.util.List;
import java.util.Optional;

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
        return new FamilyMarkers(new Family(ID, List.of(), pairs, false, forms, List.of(), List.of(), false, false));
    }
}
