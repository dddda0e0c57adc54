package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.conversation.Part;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decodes returned reasoning. A field that is present but empty is kept, since it distinguishes clients
/// that have the field from those that do not. Nothing is required, not even `summary`, since the service
/// observes what a client omits.
final class ResponsesReasoningInput {
    private static final String CONTENT = "content";
    private static final String SUMMARY = "summary";
    private static final String ENCRYPTED = "encrypted_content";

    /// Fields of other dialects in which clients are known to put reasoning.
    private static final List<String> ALIASES = List.of("reasoning_content", "reasoning", "reasoning_text", "text");

    private ResponsesReasoningInput() {}

    static List<Part> decode(FieldReader item) throws WireException {
        List<Part> parts = new ArrayList<>();
        texts(item, CONTENT, parts);
        texts(item, SUMMARY, parts);
        Optional<String> encrypted = item.optionalString(ENCRYPTED);
        encrypted.ifPresent(text -> parts.add(reasoning(item, ENCRYPTED, text)));
        misplaced(item, parts);
        if (parts.isEmpty()) {
            parts.add(new Part.Other(item.path(), item.object()));
        }
        return parts;
    }

    /// Adds reasoning in fields that belong to other dialects.
    static void misplaced(FieldReader item, List<Part> parts) {
        for (String field : ALIASES) {
            JsonNode value = item.object().path(field);
            if (value.isTextual()) {
                parts.add(reasoning(item, field, value.textValue()));
            }
        }
    }

    private static void texts(FieldReader item, String field, List<Part> parts) throws WireException {
        JsonNode value = item.object().path(field);
        if (value.isTextual()) {
            parts.add(reasoning(item, field, value.textValue()));
            return;
        }
        Optional<ArrayNode> array = item.optionalArray(field);
        if (array.isPresent()) {
            parts.add(reasoning(item, field, joined(array.get(), item.at(field))));
        }
    }

    private static String joined(ArrayNode array, String pointer) throws WireException {
        var text = new StringBuilder();
        for (int i = 0; i < array.size(); i++) {
            FieldReader part = FieldReader.of(array.get(i), pointer + "/" + i);
            text.append(part.string("text"));
        }
        return text.toString();
    }

    private static Part reasoning(FieldReader item, String field, String text) {
        return new Part.Reasoning(item.at(field), field, text, Optional.empty());
    }
}
