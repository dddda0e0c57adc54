package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Part;
import dev.throughline.wire.PdfFile;
import java.util.List;
import java.util.Optional;

/// Writes tool results: one `tool` message per result, in order, with its text unchanged.
///
/// A `tool` message carries text only, so the images and PDFs of results follow the block in one user
/// message that names the call of each. A text beside the results (a client's reminder) is appended to the
/// last one: as a user message it would begin a new turn, and templates clear the reasoning of earlier
/// turns. The text of an error begins with `[error]`.
final class ChatToolResults {
    private ChatToolResults() {}

    static void write(List<Part> parts, ArrayNode messages) {
        ArrayNode images = JsonNodeFactory.instance.arrayNode();
        var beside = new StringBuilder();
        String callId = "";
        ObjectNode last = JsonNodeFactory.instance.objectNode();
        for (Part part : parts) {
            switch (part) {
                case Part.ToolResult result -> {
                    callId = result.callId();
                    last = messages.addObject().put("role", "tool").put("tool_call_id", callId);
                    last.put("content", result.markedText());
                }
                case Part.Image image -> {
                    images.add(ChatContent.text("Image in the result of call " + callId + ":"));
                    images.add(ChatContent.image(image));
                }
                case Part.Text(String _, String text) -> beside.append("\n\n").append(text);
                case Part.Other(String _, JsonNode value) -> {
                    Optional<PdfFile> pdf = PdfFile.of(value);
                    if (pdf.isPresent()) {
                        images.add(ChatContent.text("File in the result of call " + callId + ":"));
                        images.add(ChatContent.file(pdf.get()));
                    }
                }
                case Part.Reasoning _, Part.RedactedReasoning _, Part.ToolCall _, Part.Reference _ -> {}
            }
        }
        if (!beside.isEmpty()) {
            last.put("content", last.path("content").asText() + beside);
        }
        if (!images.isEmpty()) {
            messages.addObject().put("role", "user").set("content", images);
        }
    }
}
