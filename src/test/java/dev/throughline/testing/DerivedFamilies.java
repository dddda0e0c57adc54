package dev.throughline.testing;

import dev.throughline.filter.Family;
import dev.throughline.filter.Family.Form;
import dev.throughline.filter.Family.Reasoning;
import dev.throughline.filter.Family.Style;
import dev.throughline.filter.FamilyMarkers;
import java.util.List;
import java.util.Optional;

/// Families that no row describes, as a template yields them.
public final class DerivedFamilies {
    /// Thoughts in brackets, and calls whose names are in their openers.
    public static final FamilyMarkers BRACKETS =
            of(pair("[THINK]", "[/THINK]"), form(Style.NAMED, "<calls>", "<call: {name} >", "</call>", "</calls>"));

    private DerivedFamilies() {}

    public static Optional<Reasoning> pair(String open, String close) {
        return Optional.of(new Reasoning(List.of(open), List.of(close), false));
    }

    public static FamilyMarkers of(Optional<Reasoning> reasoning, Form... forms) {
        return new FamilyMarkers(new Family(
                "derived",
                List.of(),
                reasoning.stream().toList(),
                false,
                List.of(forms),
                List.of(),
                List.of(),
                false,
                false));
    }

    /// Calls whose arguments are JSON.
    public static Form form(Style style, String section, String open, String close, String sectionEnd) {
        return form(style, section, open, List.of(), List.of(), close, sectionEnd, false);
    }

    /// Calls whose arguments are in tags.
    public static Form tagged(String open, String parameter, String parameterEnd, String close, boolean hasLineBreaks) {
        return form(Style.TAGGED, "", open, List.of(parameter), List.of(parameterEnd), close, "", hasLineBreaks);
    }

    private static Form form(
            Style style,
            String section,
            String open,
            List<String> parameter,
            List<String> parameterEnd,
            String close,
            String sectionEnd,
            boolean hasLineBreaks) {
        return new Form(
                style,
                some(section),
                some(sectionEnd),
                some(open),
                some(close),
                parameter,
                parameterEnd,
                null,
                null,
                false,
                false,
                false,
                hasLineBreaks,
                false);
    }

    private static List<String> some(String part) {
        return part.isEmpty() ? List.of() : List.of(part);
    }
}
