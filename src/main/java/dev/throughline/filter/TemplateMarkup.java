package dev.throughline.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The markers of a template, as used by a filter.
///
/// @param reasoningOpener before reasoning; empty if the model does not output one
/// @param reasoningCloser after reasoning; never empty if there is an opener
/// @param calls how calls are written; empty if unknown, in which case they remain text
public record TemplateMarkup(String reasoningOpener, String reasoningCloser, Optional<CallLayout> calls) {
    public TemplateMarkup {
        if (reasoningOpener.isEmpty() != reasoningCloser.isEmpty()) {
            throw new IllegalArgumentException("an opener and a closer of reasoning were expected, or neither");
        }
    }

    /// The markers to look for outside calls.
    /// @param extracts whether calls are looked for
    List<String> markers(boolean inReasoning, boolean extracts) {
        if (inReasoning) {
            return List.of(reasoningCloser, reasoningOpener);
        }
        List<String> found = new ArrayList<>();
        if (!reasoningOpener.isEmpty()) {
            found.add(reasoningOpener);
        }
        if (extracts) {
            calls.map(CallLayout::start).ifPresent(found::add);
        }
        return found;
    }
}
