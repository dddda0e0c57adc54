package dev.throughline.wire.translation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.wire.StrictJson;
import java.util.ArrayList;
import java.util.List;

/// Blocks of tool results that only Anthropic knows, as text of the result: the names of found tools
/// (`tool_reference`), found passages (`search_result`), and others, that are no files, as JSON.
public final class ResultText {
    private ResultText() {}

    /// The same request if its results have no such blocks.
    public static Conversation of(Conversation request) {
        List<Message> messages =
                request.messages().stream().map(ResultText::written).toList();
        return messages.equals(request.messages()) ? request : request.withMessages(messages);
    }

    /// Whether a block becomes text.
    static boolean isWritten(JsonNode block) {
        return block.path("type").isTextual() && FileContent.of(block) instanceof FileContent.NoFile;
    }

    private static Message written(Message message) {
        if (message.role() != Role.TOOL) {
            return message;
        }
        List<Part> parts = new ArrayList<>();
        int result = -1;
        for (Part part : message.parts()) {
            if (result >= 0
                    && part instanceof Part.Other(String _, JsonNode block)
                    && isWritten(block)
                    && parts.get(result) instanceof Part.ToolResult before) {
                String text = before.text().isEmpty() ? text(block) : before.text() + "\n" + text(block);
                parts.set(result, new Part.ToolResult(before.path(), before.callId(), text, before.isError()));
            } else {
                parts.add(part);
                result = part instanceof Part.ToolResult ? parts.size() - 1 : result;
            }
        }
        return new Message(message.path(), message.role(), parts);
    }

    private static String text(JsonNode block) {
        return switch (block.path("type").asText("")) {
            case "tool_reference" -> "Tool: " + block.path("tool_name").asText("");
            case "search_result" -> {
                var text = new StringBuilder(block.path("title").asText(""));
                text.append(" (").append(block.path("source").asText("")).append(')');
                for (JsonNode part : block.path("content")) {
                    text.append('\n').append(part.path("text").asText(""));
                }
                yield text.toString();
            }
            default -> StrictJson.text(block);
        };
    }
}
