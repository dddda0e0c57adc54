package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// Reads the texts of an array of parts, or of a string instead of it.
final class ResponsesPartTexts {
    private ResponsesPartTexts() {}

    /// A part for a field of an item.
    public static ObjectNode part(JsonNode item, String field, JsonNode text) {
        boolean isReasoning = item.path("type").asText("").equals("reasoning");
        String type = field.equals("summary") ? "summary_text" : isReasoning ? "reasoning_text" : "output_text";
        ObjectNode part =
                JsonNodeFactory.instance.objectNode().put("type", type).set("text", text);
        if (!isReasoning) {
            part.putArray("annotations");
            part.putArray("logprobs");
        }
        return part;
    }

    /// The parts with other texts; a part for which there is none is left out, one that has no text stays.
    public static ArrayNode replaced(JsonNode parts, Iterator<? extends JsonNode> texts) {
        ArrayNode replaced = JsonNodeFactory.instance.arrayNode();
        for (JsonNode part : parts) {
            if (!(part instanceof ObjectNode object && object.path(field(part)).isTextual())) {
                replaced.add(part);
            } else if (texts.hasNext()) {
                replaced.add(object.set(field(part), texts.next()));
            }
        }
        return replaced;
    }

    /// The field in which a part has its text.
    public static String field(JsonNode part) {
        return part.path("refusal").isTextual() ? "refusal" : "text";
    }

    /// The texts that are not empty, one for each part.
    static List<String> all(JsonNode parts) {
        List<String> texts = new ArrayList<>();
        for (JsonNode part : parts.isTextual() ? List.of(parts) : parts) {
            String text =
                    part.isTextual() ? part.textValue() : part.path(field(part)).asText("");
            if (!text.isEmpty()) {
                texts.add(text);
            }
        }
        return texts;
    }

    /// All texts and refusals, without a separator, as in the requests that repeat them.
    public static String joined(JsonNode parts) {
        if (parts.isTextual()) {
            return parts.textValue();
        }
        var text = new StringBuilder();
        for (JsonNode part : parts) {
            text.append(part.path("text").asText(""))
                    .append(part.path("refusal").asText(""));
        }
        return text.toString();
    }
}
