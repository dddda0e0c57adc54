package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Part;
import java.util.List;
import java.util.Optional;

/// Creates the reasoning items that a request repeats. The text is one `content` part, since llama.cpp
/// reads only the first; `summary` is required.
final class ResponsesRepeatedReasoning {
    private static final String CONTENT = "content";
    private static final String ENCRYPTED = "encrypted_content";

    /// All fields that reasoning is read from.
    private static final List<String> FIELDS =
            List.of(CONTENT, "summary", ENCRYPTED, "reasoning_content", "reasoning", "reasoning_text", "text");

    private ResponsesRepeatedReasoning() {}

    /// Readable reasoning.
    /// @param place index of the item
    static ObjectNode of(Part.Reasoning part, int place) {
        ObjectNode item = item(place, part.text());
        item.putArray(CONTENT).addObject().put("type", "reasoning_text").put("text", part.text());
        part.signature().ifPresent(signature -> item.put(ENCRYPTED, signature));
        return item;
    }

    /// Opaque reasoning that only its provider can read.
    static ObjectNode of(Part.RedactedReasoning part, int place) {
        return item(place, part.data()).put(ENCRYPTED, part.data());
    }

    /// An item with its current parts: its fields as received if a part is still present.
    static ObjectNode changed(ObjectNode item, List<Part> parts) {
        ObjectNode changed = item.deepCopy();
        changed.remove(FIELDS);
        changed.putArray("summary");
        for (Part part : parts) {
            if (part instanceof Part.Reasoning(String _, String field, String text, Optional<String> signature)) {
                field(item, field, text, changed);
                signature.ifPresent(proof -> changed.put(ENCRYPTED, proof));
            } else if (part instanceof Part.RedactedReasoning(String _, String data)) {
                changed.put(ENCRYPTED, data);
            }
        }
        return changed;
    }

    private static void field(ObjectNode item, String field, String text, ObjectNode changed) {
        JsonNode received = item.path(field);
        if (ResponsesPartTexts.joined(received).equals(text)) {
            changed.set(field, received);
        } else if (field.equals(ENCRYPTED)) {
            changed.put(field, text);
        } else {
            boolean isSummary = field.equals("summary");
            ArrayNode texts = changed.putArray(isSummary ? field : CONTENT);
            texts.addObject()
                    .put("type", isSummary ? "summary_text" : "reasoning_text")
                    .put("text", text);
        }
    }

    private static ObjectNode item(int place, String text) {
        ObjectNode item = JsonNodeFactory.instance.objectNode();
        item.put("type", "reasoning")
                .put("id", ResponsesItemIds.id("rs_", place, text))
                .putArray("summary");
        return item;
    }
}
