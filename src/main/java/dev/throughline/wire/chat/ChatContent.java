package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.conversation.Part;
import dev.throughline.wire.PdfFile;
import java.util.List;
import java.util.Set;

/// Creates the content of a message in a request: a single string if possible, otherwise an array of parts.
final class ChatContent {
    private static final Set<String> TEXTS = Set.of("text", "input_text", "output_text");
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ChatContent() {}

    /// The texts and images among these parts; a single text, or none, is a string.
    static JsonNode of(List<Part> parts, boolean flattens) {
        ArrayNode content = JSON.arrayNode();
        for (Part part : parts) {
            switch (part) {
                case Part.Text(String _, String text) -> content.add(text(text));
                case Part.Image image -> content.add(image(image));
                case Part.Other(String _, JsonNode value) -> PdfFile.of(value).ifPresent(pdf -> content.add(file(pdf)));
                case Part.Reasoning _,
                        Part.RedactedReasoning _,
                        Part.ToolCall _,
                        Part.ToolResult _,
                        Part.Reference _ -> {}
            }
        }
        return flattens || content.size() < 2 ? flattened(content) : content;
    }

    static ObjectNode text(String text) {
        return JSON.objectNode().put("type", "text").put("text", text);
    }

    /// An image by its URL, with the request's `detail`.
    static ObjectNode image(Part.Image image) {
        ObjectNode part = JSON.objectNode().put("type", "image_url");
        ObjectNode target =
                part.putObject("image_url").put("url", image.source().url());
        JsonNode detail = image.value().path("detail");
        if (detail.isTextual()) {
            target.set("detail", detail);
        }
        return part;
    }

    /// A PDF with its bytes. Servers require a name for it.
    static ObjectNode file(PdfFile pdf) {
        ObjectNode part = JSON.objectNode().put("type", "file");
        part.putObject("file")
                .put("filename", pdf.name().isEmpty() ? "document.pdf" : pdf.name())
                .put("file_data", "data:application/pdf;base64," + pdf.base64());
        return part;
    }

    /// The texts of an array as one string, without a separator; anything else unchanged.
    static JsonNode flattened(JsonNode content) {
        if (!(content instanceof ArrayNode parts)) {
            return content;
        }
        var text = new StringBuilder();
        for (JsonNode part : parts) {
            if (!TEXTS.contains(part.path("type").asText("text"))
                    || !part.path("text").isTextual()) {
                return content;
            }
            text.append(part.path("text").textValue());
        }
        return TextNode.valueOf(text.toString());
    }
}
