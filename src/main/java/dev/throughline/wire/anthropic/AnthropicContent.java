package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.conversation.ImageSource;
import dev.throughline.conversation.Part;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/// Decodes content: a string, or an array of blocks. Non-text content of a tool's result follows the
/// result.
final class AnthropicContent {
    private AnthropicContent() {}

    static List<Part> decode(FieldReader fields, String name) throws WireException {
        return blocks(fields, name).stream().flatMap(List::stream).toList();
    }

    /// The parts of each block; a string is one block.
    static List<List<Part>> blocks(FieldReader fields, String name) throws WireException {
        JsonNode content = fields.object().path(name);
        List<List<Part>> blocks = new ArrayList<>();
        if (content.isTextual()) {
            blocks.add(List.of(new Part.Text(fields.at(name), content.textValue())));
        } else if (content instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                FieldReader block = FieldReader.of(array.get(i), fields.at(name) + "/" + i);
                blocks.add(block.string("type").equals("tool_result") ? result(block) : List.of(block(block)));
            }
        } else if (content.isMissingNode() || content.isNull()) {
            throw fields.missing(name);
        } else {
            throw FieldReader.wrong(fields.at(name), "a string or an array of blocks", content);
        }
        return blocks;
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
            case "image" -> image(block);
            default -> new Part.Other(block.path(), block.object());
        };
    }

    private static Part call(FieldReader block) throws WireException {
        JsonNode input = block.object().path("input");
        String arguments = input.isMissingNode() || input.isNull() ? "{}" : StrictJson.text(input);
        return new Part.ToolCall(block.path(), block.string("id"), block.string("name"), arguments);
    }

    /// An image in the request or by its URL; one that refers to an uploaded file is kept as received.
    private static Part image(FieldReader block) {
        JsonNode source = block.object().path("source");
        JsonNode mediaType = source.path("media_type");
        JsonNode bytes = source.path("data");
        JsonNode url = source.path("url");
        if (mediaType.isTextual() && bytes.isTextual()) {
            var inline = new ImageSource.Inline(mediaType.textValue(), bytes.textValue());
            return new Part.Image(block.path(), inline, block.object());
        }
        return url.isTextual()
                ? new Part.Image(block.path(), new ImageSource.Linked(url.textValue()), block.object())
                : new Part.Other(block.path(), block.object());
    }

    private static List<Part> result(FieldReader block) throws WireException {
        List<Part> content = block.has("content") ? decode(block, "content") : List.of();
        var text = new StringBuilder();
        List<Part> others = new ArrayList<>();
        for (Part part : content) {
            if (part instanceof Part.Text(String _, String more)) {
                text.append(more);
            } else {
                others.add(part);
            }
        }
        List<Part> parts = new ArrayList<>();
        parts.add(new Part.ToolResult(
                block.path(), block.string("tool_use_id"), text.toString(), block.flag("is_error")));
        parts.addAll(others);
        return parts;
    }
}
