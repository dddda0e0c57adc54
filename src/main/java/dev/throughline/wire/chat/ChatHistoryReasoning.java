package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.wire.HistoryField;
import dev.throughline.wire.chat.ChatReasoningBlocks.Block;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Writes reasoning into an assistant message of a request, byte for byte and untrimmed.
final class ChatHistoryReasoning {
    /// The fields of a message that contain reasoning.
    static final Set<String> FIELDS =
            Set.of("reasoning_content", "reasoning", "reasoning_text", ChatReasoningBlocks.DETAILS);

    private static final Set<String> PARTS = Set.of("thinking", "reasoning");
    private static final String CONTENT = "content";
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ChatHistoryReasoning() {}

    /// A copy of the message with these fields instead of all its reasoning, in fields and in content. The
    /// new fields are placed where the first of the old ones was, otherwise at the end.
    static ObjectNode replaced(ObjectNode message, ObjectNode fields) {
        ObjectNode copy = JSON.objectNode();
        for (Map.Entry<String, JsonNode> property : message.properties()) {
            if (FIELDS.contains(property.getKey())) {
                copy.setAll(fields);
            } else if (property.getKey().equals(CONTENT)) {
                copy.set(CONTENT, withoutReasoning(property.getValue(), message));
            } else {
                copy.set(property.getKey(), property.getValue());
            }
        }
        copy.setAll(fields);
        return copy;
    }

    /// The fields for a setting, with these blocks; empty for settings without fields.
    /// @param mayBeEmpty whether a field is written even without reasoning
    static ObjectNode fields(HistoryField field, List<Block> blocks, boolean mayBeEmpty) {
        ObjectNode fields = JSON.objectNode();
        String text = ChatReasoningBlocks.text(blocks);
        List<String> names = mayBeEmpty || !text.isEmpty() ? names(field) : List.of();
        names.forEach(name -> fields.put(name, text));
        ArrayNode details = field == HistoryField.DETAILS ? details(blocks) : JSON.arrayNode();
        if (!details.isEmpty()) {
            fields.set(ChatReasoningBlocks.DETAILS, details);
        }
        return fields;
    }

    /// The fields of a message whose details are returned to their own backend: only the details, unless
    /// they differ from the content of other fields.
    static ObjectNode issued(ArrayNode details, ObjectNode fields, List<Block> blocks) {
        boolean isRepeated = ChatAnswerReasoning.text(details).equals(ChatReasoningBlocks.text(blocks));
        ObjectNode issued = JSON.objectNode();
        if (!isRepeated) {
            issued.setAll(fields);
        }
        issued.set(ChatReasoningBlocks.DETAILS, details);
        return issued;
    }

    private static List<String> names(HistoryField field) {
        return switch (field) {
            case AS_SENT, REASONING_CONTENT -> List.of("reasoning_content");
            case REASONING -> List.of("reasoning");
            case BOTH -> List.of("reasoning_content", "reasoning");
            case DETAILS, THINK_TAGS, THINKING_CHUNKS, NONE -> List.of();
        };
    }

    /// Content that begins with the reasoning, for the fields that are read there; the content unchanged if there is
    /// none, or for another field.
    static JsonNode within(JsonNode content, HistoryField field, List<Block> blocks) {
        String text = ChatReasoningBlocks.text(blocks);
        if (text.isEmpty()) {
            return content;
        }
        return switch (field) {
            case THINK_TAGS -> tagged(content, text);
            case THINKING_CHUNKS -> chunked(content, text);
            case AS_SENT, REASONING_CONTENT, REASONING, BOTH, DETAILS, NONE -> content;
        };
    }

    private static JsonNode chunked(JsonNode content, String text) {
        ArrayNode parts = JSON.arrayNode();
        parts.addObject().put("type", "thinking").putArray("thinking").add(ChatContent.text(text));
        if (content instanceof ArrayNode others) {
            return parts.addAll(others);
        }
        return content.asText("").isEmpty() || content.isNull() ? parts : parts.add(ChatContent.text(content.asText()));
    }

    private static JsonNode tagged(JsonNode content, String text) {
        String tagged = "<think>" + text + "</think>";
        if (content instanceof ArrayNode parts) {
            ArrayNode all = JSON.arrayNode().add(ChatContent.text(tagged));
            return all.addAll(parts);
        }
        return TextNode.valueOf(content.isTextual() ? tagged + content.textValue() : tagged);
    }

    /// One detail per block, in OpenRouter's form; empty blocks are omitted.
    static ArrayNode details(List<Block> blocks) {
        ArrayNode details = JSON.arrayNode();
        for (Block block : blocks) {
            switch (block) {
                case Block.Readable(String text, Optional<String> signature) -> {
                    if (!text.isEmpty() || signature.isPresent()) {
                        ObjectNode detail = details.addObject().put("type", "reasoning.text");
                        detail.put("text", text);
                        signature.ifPresent(proof -> detail.put("signature", proof));
                    }
                }
                case Block.Sealed(String data) ->
                    details.addObject().put("type", "reasoning.encrypted").put("data", data);
            }
        }
        for (int i = 0; i < details.size(); i++) {
            ((ObjectNode) details.get(i)).put("format", "unknown").put("index", i);
        }
        return details;
    }

    private static JsonNode withoutReasoning(JsonNode content, ObjectNode message) {
        if (!(content instanceof ArrayNode parts) || parts.isEmpty()) {
            return content;
        }
        ArrayNode kept = JSON.arrayNode();
        for (JsonNode part : parts) {
            if (!PARTS.contains(part.path("type").asText())) {
                kept.add(part instanceof ObjectNode object ? stripped(object) : part);
            }
        }
        if (kept.isEmpty()) {
            return message.path("tool_calls").isEmpty() ? TextNode.valueOf("") : NullNode.getInstance();
        }
        return kept;
    }

    private static ObjectNode stripped(ObjectNode part) {
        ObjectNode copy = JSON.objectNode();
        copy.setAll(part);
        return copy.remove(FIELDS);
    }
}
