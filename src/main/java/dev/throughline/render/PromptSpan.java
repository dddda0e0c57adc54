package dev.throughline.render;

import dev.throughline.render.jinja.Origin;

/// Adjacent characters of a prompt with the same origin.
///
/// @param from the first, in UTF-16 units from the start of the prompt
/// @param to after the last
/// @param offset for content: its start in the value at its pointer, in UTF-16 units; otherwise 0
public record PromptSpan(int from, int to, Origin origin, int offset) {
    public PromptSpan {
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException("a span of at least one character was expected");
        }
    }
}
