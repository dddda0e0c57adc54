package dev.throughline.trace.match;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A visible text split into what a client wrapped into it as reasoning, and the rest.
/// @param thoughts the texts between the tags, in order
/// @param rest the text without them
public record TaggedReasoning(List<String> thoughts, String rest) {
    private static final List<String> TAGS = List.of("think>", "thinking>", "thought>", "reasoning>");

    /// Splits a text. A tag that is not closed is text, and so is everything after it.
    public static TaggedReasoning in(String text) {
        List<String> thoughts = new ArrayList<>();
        var rest = new StringBuilder();
        int done = 0;
        int open = text.indexOf('<');
        while (open >= 0) {
            Optional<String> tag = tagAt(text, open + 1);
            int end = tag.isEmpty() ? -1 : text.indexOf("</" + tag.get(), open);
            if (tag.isPresent() && end < 0) {
                break;
            }
            if (tag.isPresent()) {
                rest.append(text, done, open);
                thoughts.add(text.substring(open + 1 + tag.get().length(), end));
                done = end + 2 + tag.get().length();
            }
            open = text.indexOf('<', Math.max(open + 1, done));
        }
        return new TaggedReasoning(
                thoughts, rest.append(text, done, text.length()).toString());
    }

    private static Optional<String> tagAt(String text, int index) {
        return TAGS.stream().filter(tag -> text.startsWith(tag, index)).findFirst();
    }
}
