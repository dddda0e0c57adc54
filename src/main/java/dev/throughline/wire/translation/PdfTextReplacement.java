package dev.throughline.wire.translation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.wire.PdfFile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// Finds the PDFs in a request, and replaces them by their texts.
public final class PdfTextReplacement {
    private PdfTextReplacement() {}

    /// The PDFs by their JSON pointers, in the order of the request.
    public static Map<String, PdfFile> in(Conversation request) {
        Map<String, PdfFile> files = new LinkedHashMap<>();
        for (Message message : request.messages()) {
            for (Part part : message.parts()) {
                if (part instanceof Part.Other(String path, JsonNode value)) {
                    PdfFile.of(value).ifPresent(file -> files.put(path, file));
                }
            }
        }
        return files;
    }

    /// The body with the text instead of each file: a text part headed by the file's name, or for
    /// Anthropic, if it is translated, a text document, which is distinguished from user content. The
    /// request itself is not modified.
    /// @param texts by pointer
    /// @param isTranslated whether the request goes to a backend of another dialect
    public static ObjectNode replaced(Conversation request, Map<String, String> texts, boolean isTranslated) {
        ObjectNode body = request.body().deepCopy();
        Map<String, PdfFile> files = in(request);
        texts.forEach((pointer, text) -> {
            int last = pointer.lastIndexOf('/');
            JsonNode parent = body.at(pointer.substring(0, last));
            if (parent instanceof ArrayNode parts) {
                int index = Integer.parseInt(pointer.substring(last + 1));
                String name = Objects.requireNonNull(files.get(pointer)).name();
                parts.set(
                        index,
                        isTranslated && request.dialect() == Dialect.ANTHROPIC
                                ? document(name, text)
                                : part(request.dialect(), name, text, parts.path(index)));
            }
        });
        return body;
    }

    private static ObjectNode document(String name, String text) {
        ObjectNode document =
                JsonNodeFactory.instance.objectNode().put("type", "document").put("title", name);
        document.putObject("source")
                .put("type", "text")
                .put("media_type", "text/plain")
                .put("data", text);
        return document;
    }

    private static ObjectNode part(Dialect dialect, String name, String text, JsonNode file) {
        ObjectNode part = JsonNodeFactory.instance.objectNode();
        part.put("type", dialect == Dialect.RESPONSES ? "input_text" : "text")
                .put("text", new FileContent.PlainText(name, text).named());
        if (file.has("cache_control")) {
            part.set("cache_control", file.path("cache_control"));
        }
        return part;
    }
}
