package dev.throughline.render;

import dev.throughline.render.jinja.Origin;
import java.util.Arrays;

/// The location of each message in a prompt: from its first character to the end of its last.
final class MessageRegions {
    private final int[] starts;
    private final int[] ends;
    private final int[] contents;

    /// @param count how many messages there are
    MessageRegions(Rendering rendering, int count) {
        starts = new int[count];
        ends = new int[count];
        contents = new int[count];
        Arrays.fill(starts, -1);
        Arrays.fill(contents, -1);
        for (PromptSpan span : rendering.spans()) {
            int message = span.origin().message();
            if (message >= 0 && message < count) {
                starts[message] = starts[message] < 0 ? span.from() : starts[message];
                ends[message] = span.to();
                if (contents[message] < 0 && isBody(span.origin())) {
                    contents[message] = span.from();
                }
            }
        }
    }

    /// Whether these are characters of a message's text, and not of its role.
    static boolean isBody(Origin origin) {
        return origin instanceof Origin.Content content
                && content.pointer().message() >= 0
                && !content.pointer().toString().endsWith("/role");
    }

    /// Whether the message has any text in the prompt.
    boolean isShown(int message) {
        return starts[message] >= 0;
    }

    int start(int message) {
        return starts[message];
    }

    int end(int message) {
        return ends[message];
    }

    /// Start of the message's text, or the end of the message if it has none.
    int content(int message) {
        return contents[message] < 0 ? ends[message] : contents[message];
    }
}
