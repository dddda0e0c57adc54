package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.ImageSource;
import dev.throughline.conversation.Part;
import dev.throughline.wire.PdfFile;
import dev.throughline.wire.StrictJson;

/// Creates content blocks of a request.
final class AnthropicBlockFactory {
    private AnthropicBlockFactory() {}

    public static ObjectNode text(String text) {
        return block("text").put("text", text);
    }

    /// @param signature empty if there is none: the field is required
    public static ObjectNode thinking(String text, String signature) {
        return block("thinking").put("thinking", text).put("signature", signature);
    }

    public static ObjectNode redacted(String data) {
        return block("redacted_thinking").put("data", data);
    }

    static ObjectNode image(ImageSource source) {
        ObjectNode block = block("image");
        ObjectNode target = block.putObject("source");
        switch (source) {
            case ImageSource.Inline(String mediaType, String base64) ->
                target.put("type", "base64").put("media_type", mediaType).put("data", base64);
            case ImageSource.Linked(String url) -> target.put("type", "url").put("url", url);
        }
        return block;
    }

    static ObjectNode document(PdfFile pdf) {
        ObjectNode block = block("document");
        block.putObject("source")
                .put("type", "base64")
                .put("media_type", "application/pdf")
                .put("data", pdf.base64());
        return pdf.name().isEmpty() ? block : block.put("title", pdf.name());
    }

    static ObjectNode call(Part.ToolCall call) {
        return call(call.id(), call.name(), input(call.arguments()));
    }

    public static ObjectNode call(String id, String name, ObjectNode input) {
        ObjectNode block = block("tool_use").put("id", id).put("name", name);
        block.set("input", input);
        return block;
    }

    /// The arguments as an object. Text that is not an object, or that has duplicate keys, remains readable
    /// for the model as the single key `INVALID_JSON`; blank text is a call without arguments.
    private static ObjectNode input(String arguments) {
        ObjectNode empty = JsonNodeFactory.instance.objectNode();
        if (arguments.isBlank()) {
            return empty;
        }
        try {
            JsonNode parsed = StrictJson.MAPPER.readTree(arguments);
            return parsed instanceof ObjectNode object ? object : empty.put(AnthropicCallInput.INVALID, arguments);
        } catch (JsonProcessingException _) {
            return empty.put(AnthropicCallInput.INVALID, arguments);
        }
    }

    private static ObjectNode block(String type) {
        return JsonNodeFactory.instance.objectNode().put("type", type);
    }
}
