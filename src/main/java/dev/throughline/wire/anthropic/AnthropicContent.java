package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.conversation.Part;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.JsonBody;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads content: a string, or an array of blocks.
final class AnthropicContent {
    private AnthropicContent() {}

    static List<Part> decode(FieldReader fields, String name) throws WireException {
        JsonNode content = fields.object().path(name);
        List<Part> parts = new ArrayList<>();
        if (content.isTextual()) {
            parts.add(new Part.Text(fields.at(name), content.textValue()));
        } else if (content instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                parts.add(block(FieldReader.of(array.get(i), fields.at(name) + "/" + i)));
            }
        } else if (content.isMissingNode() || content.isNull()) {
            throw fields.missing(name);
        } else {
            throw FieldReader.wrong(fields.at(name), "a string or an array of blocks", content);
        }
        return parts;
    }

    private static Part block(FieldReader block) throws WireException {
        return switch (block.string("type")) {
            case "text" -> new Part.Text(block.at("text"), block.string("text"));
            case "thinking" ->
                new Part.Reasoning(
                        block.at("thinking"),
                        "thinking",
                        block.optionalString("thinking").orElse(""),
                        block.optionalString("signature").filter(signature -> !signature.isEmpty()));
            case "redacted_thinking" -> new Part.RedactedReasoning(block.at("data"), block.string("data"));
            case "tool_use" -> call(block);
            case "tool_result" -> result(block);
            default -> new Part.Other(block.path(), block.object());
        };
    }

    private static Part call(FieldReader block) throws WireException {
        JsonNode input = block.object().path("input");
        String arguments = input.isMissingNode() || input.isNull() ? "{}" : JsonBody.text(input);
        return new Part.ToolCall(block.path(), block.string("id"), block.string("name"), arguments);
    }

    private static Part result(FieldReader block) throws WireException {
        String text = block.has("content") ? joined(decode(block, "content")) : "";
        return new Part.ToolResult(block.path(), block.string("tool_use_id"), text, block.flag("is_error"));
    }

    private static String joined(List<Part> parts) {
        var text = new StringBuilder();
        for (Part part : parts) {
            Optional.of(part)
                    .filter(Part.Text.class::isInstance)
                    .map(visible -> ((Part.Text) visible).text())
                    .ifPresent(text::append);
        }
        return text.toString();
    }
}
