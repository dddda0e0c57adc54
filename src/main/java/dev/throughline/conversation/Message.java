package dev.throughline.conversation;

import java.util.List;

/// One message of a history, with its parts in the order of the request.
///
/// If a dialect spreads one answer over several items (Responses), adjacent assistant items form one
/// message.
/// @param path JSON pointer of the message (of its first item)
public record Message(String path, Role role, List<Part> parts) {
    public Message {
        parts = List.copyOf(parts);
    }

    /// The visible text, parts joined without a separator.
    public String text() {
        var text = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Part.Text visible) {
                text.append(visible.text());
            }
        }
        return text.toString();
    }
}
