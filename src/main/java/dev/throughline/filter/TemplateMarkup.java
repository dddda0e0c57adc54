package dev.throughline.filter;

import dev.throughline.filter.call.CallLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The markers that a template shows, as a filter reads them.
///
/// @param reasoningOpener before reasoning; empty where the model shows none
/// @param reasoningCloser behind it; never empty where there is an opener
/// @param calls how calls are written; empty where that is not understood, so that they stay text
public record TemplateMarkup(String reasoningOpener, String reasoningCloser, Optional<CallLayout> calls) {
    public TemplateMarkup {
        if (reasoningOpener.isEmpty() != reasoningCloser.isEmpty()) {
            throw new IllegalArgumentException("an opener and a closer of reasoning were expected, or neither");
        }
    }

    /// What is looked for outside calls.
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
