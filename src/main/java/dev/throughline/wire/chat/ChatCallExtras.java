package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;

/// The `extra_content` of calls, in which some backends send the proof of a call's thought and require it back. Other
/// dialects have no such field, so it is stored in the answer's reasoning details as an entry of type
/// `call.extra_content`.
/// Source: Gemini API docs, "Thought signatures", OpenAI compatibility.
public final class ChatCallExtras {
    private static final String TYPE = "call.extra_content";
    private static final String EXTRA = "extra_content";
    private static final String DETAILS = ChatReasoningBlocks.DETAILS;
    private static final String CALLS = "tool_calls";

    private ChatCallExtras() {}

    /// The entries of a message or of a chunk's delta; none for calls without an id.
    public static ArrayNode in(JsonNode message) {
        ArrayNode entries = JsonNodeFactory.instance.arrayNode();
        for (JsonNode call : message.path(CALLS)) {
            if (call.path(EXTRA).isObject() && !call.path("id").asText("").isEmpty()) {
                entries.addObject()
                        .put("type", TYPE)
                        .put("id", call.path("id").asText())
                        .set(EXTRA, call.path(EXTRA));
            }
        }
        return entries;
    }

    /// A message whose entries are in the calls to which they belong, instead of in its details.
    /// @return the message itself if it has none
    public static ObjectNode placed(ObjectNode message) {
        boolean hasEntries = message.path(DETAILS).valueStream().anyMatch(ChatCallExtras::isEntry);
        if (!hasEntries) {
            return message;
        }
        ObjectNode placed = message.deepCopy();
        JsonNode details = placed.path(DETAILS);
        for (Iterator<JsonNode> left = details.iterator(); left.hasNext(); ) {
            JsonNode detail = left.next();
            if (isEntry(detail)) {
                left.remove();
                place(placed, detail);
            }
        }
        if (details.isEmpty()) {
            placed.remove(DETAILS);
        }
        return placed;
    }

    private static void place(ObjectNode message, JsonNode entry) {
        for (JsonNode call : message.path(CALLS)) {
            if (call instanceof ObjectNode object && call.path("id").equals(entry.path("id"))) {
                object.set(EXTRA, entry.path(EXTRA));
            }
        }
    }

    private static boolean isEntry(JsonNode detail) {
        return detail.path("type").asText("").equals(TYPE);
    }
}
