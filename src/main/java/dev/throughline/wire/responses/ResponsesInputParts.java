package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Part;

/// Writes user content and the non-text content of tool results: texts, images, files and audio. Empty
/// texts and blocks without a counterpart are dropped.
final class ResponsesInputParts {
    private static final String TYPE = "type";

    private ResponsesInputParts() {}

    static void add(Part part, ArrayNode content) {
        switch (part) {
            case Part.Text(String _, String text) -> text(text, content);
            case Part.Image image ->
                content.addObject()
                        .put(TYPE, "input_image")
                        .put("image_url", image.source().url())
                        .put("detail", detail(image.value()));
            case Part.Other(String _, JsonNode value) -> other(value, content);
            case Part.Reasoning _, Part.RedactedReasoning _, Part.ToolCall _, Part.ToolResult _, Part.Reference _ -> {}
        }
    }

    static void text(String text, ArrayNode content) {
        if (!text.isEmpty()) {
            content.addObject().put(TYPE, "input_text").put("text", text);
        }
    }

    private static String detail(JsonNode value) {
        return value.at("/image_url/detail").asText("auto");
    }

    private static void other(JsonNode value, ArrayNode content) {
        switch (value.path(TYPE).asText("")) {
            case "file" -> file(value.path("file"), content);
            case "input_audio" -> content.add(value.deepCopy());
            case "document" -> document(value, content);
            default -> {}
        }
    }

    /// A file of an OpenAI chat message: the fields have the same names.
    private static void file(JsonNode file, ArrayNode content) {
        if (file instanceof ObjectNode fields) {
            ObjectNode part = content.addObject().put(TYPE, "input_file");
            part.setAll(fields.deepCopy());
        }
    }

    /// A document of an Anthropic message.
    private static void document(JsonNode document, ArrayNode content) {
        JsonNode source = document.path("source");
        String data = source.path("data").asText("");
        switch (source.path(TYPE).asText("")) {
            case "text" -> text(data, content);
            case "url" ->
                content.addObject()
                        .put(TYPE, "input_file")
                        .put("file_url", source.path("url").asText(""));
            case "base64" ->
                content.addObject()
                        .put(TYPE, "input_file")
                        .put("filename", document.path("title").asText("document"))
                        .put("file_data", "data:" + source.path("media_type").asText("") + ";base64," + data);
            default -> {}
        }
    }
}
