package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// Rewrites the items of one answer with the current reasoning of its message.
///
/// A reasoning item with its original parts is written as received; one that lost or changed a part keeps
/// its id and unknown fields; reasoning from elsewhere becomes a separate item at its position among the
/// parts. All other items are kept in order, except for reasoning in them that the message has lost.
final class ResponsesAdaptedGroup {
    private static final String FIRST = "/input/";

    private final ArrayNode items;
    private final int to;
    private final Message before;
    /// First item that has not been written.
    private int next;

    /// @param items all items of the request
    /// @param from index of the group's first item
    /// @param to index after its last item
    /// @param before the group as received
    ResponsesAdaptedGroup(ArrayNode items, int from, int to, Message before) {
        this.items = items;
        this.next = from;
        this.to = to;
        this.before = before;
    }

    void write(Message message, ArrayNode adapted) {
        List<Part> parts = message.parts();
        int at = 0;
        while (at < parts.size()) {
            Part part = parts.get(at);
            OptionalInt own = own(part);
            if (own.isEmpty()) {
                reasoning(part, adapted);
                at++;
            } else {
                int end = at + 1;
                while (end < parts.size() && own(parts.get(end)).equals(own)) {
                    end++;
                }
                item(own.getAsInt(), parts.subList(at, end), adapted);
                at = end;
            }
        }
        upTo(to, adapted);
    }

    /// The item of the request to which a part belongs; empty for reasoning from elsewhere.
    private OptionalInt own(Part part) {
        int index = index(part.path());
        boolean isIn = index >= 0 && index < to;
        boolean isReasoning = part instanceof Part.Reasoning || part instanceof Part.RedactedReasoning;
        if (!isIn
                || isReasoning
                        && !before.parts().stream().anyMatch(old -> old.path().equals(part.path()))) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(index);
    }

    private static int index(String path) {
        if (!path.startsWith(FIRST)) {
            return -1;
        }
        int end = path.indexOf('/', FIRST.length());
        try {
            return Integer.parseInt(path, FIRST.length(), end < 0 ? path.length() : end, 10);
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    private static void reasoning(Part part, ArrayNode adapted) {
        if (part instanceof Part.Reasoning readable) {
            adapted.add(ResponsesRepeatedReasoning.of(readable, adapted.size()));
        } else if (part instanceof Part.RedactedReasoning redacted) {
            adapted.add(ResponsesRepeatedReasoning.of(redacted, adapted.size()));
        }
    }

    private void item(int index, List<Part> parts, ArrayNode adapted) {
        if (index < next) {
            return;
        }
        upTo(index, adapted);
        next = index + 1;
        List<Part> old = new ArrayList<>(before.parts());
        old.removeIf(part -> index(part.path()) != index);
        JsonNode item = items.get(index);
        if (!ResponsesAdaptedInput.isReasoning(item)) {
            adapted.add(other(index, parts));
        } else {
            adapted.add(old.equals(parts) ? item : ResponsesRepeatedReasoning.changed((ObjectNode) item, parts));
        }
    }

    /// Writes items without parts, except for reasoning.
    private void upTo(int index, ArrayNode adapted) {
        for (; next < index; next++) {
            if (!ResponsesAdaptedInput.isReasoning(items.get(next))) {
                adapted.add(other(next, List.of()));
            }
        }
    }

    /// An item other than reasoning, without the reasoning in it that its message has lost.
    private JsonNode other(int index, List<Part> parts) {
        boolean hasLost = before.parts().stream()
                .anyMatch(
                        part -> part instanceof Part.Reasoning && index(part.path()) == index && !parts.contains(part));
        return hasLost ? ResponsesStrippedItem.of(items.get(index)) : items.get(index);
    }
}
