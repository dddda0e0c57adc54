package dev.throughline.wire.translation;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Replaces files by text. In a tool result it is appended to the text of that result.
public final class FileTextReplacement {
    private FileTextReplacement() {}

    /// Text files by their text, for a backend of another dialect. The same request if it has none, or the
    /// backend speaks its dialect.
    public static Conversation inline(Conversation request, Dialect backend) {
        return request.dialect() == backend ? request : replaced(request, FileTextReplacement::text);
    }

    private static Optional<String> text(JsonNode part) {
        return FileContent.of(part) instanceof FileContent.PlainText file
                ? Optional.of(file.named())
                : Optional.empty();
    }

    /// The same request if it has no such part.
    /// @param text what replaces a part; empty for nothing
    static Conversation replaced(Conversation request, Function<JsonNode, Optional<String>> text) {
        List<Message> messages = new ArrayList<>();
        boolean isChanged = false;
        for (Message message : request.messages()) {
            Message replaced = replaced(message, text);
            isChanged |= replaced != message;
            messages.add(replaced);
        }
        return isChanged ? request.withMessages(messages) : request;
    }

    private static Message replaced(Message message, Function<JsonNode, Optional<String>> replacement) {
        boolean isChanged = false;
        List<Part> parts = new ArrayList<>();
        Map<Integer, StringBuilder> results = new LinkedHashMap<>();
        int result = -1;
        for (Part part : message.parts()) {
            Optional<String> text =
                    part instanceof Part.Other(String _, JsonNode value) ? replacement.apply(value) : Optional.empty();
            if (text.isEmpty()) {
                result = part instanceof Part.ToolResult ? parts.size() : result;
                parts.add(part);
                continue;
            }
            isChanged = true;
            if (result >= 0
                    && parts.get(result) instanceof Part.ToolResult of
                    && part.path().startsWith(of.path() + "/")) {
                StringBuilder whole = results.computeIfAbsent(result, _ -> new StringBuilder(of.text()));
                whole.append(whole.isEmpty() ? "" : "\n\n").append(text.get());
            } else {
                parts.add(new Part.Text(part.path(), text.get()));
            }
        }
        results.forEach((index, whole) -> {
            var of = (Part.ToolResult) parts.get(index);
            parts.set(index, new Part.ToolResult(of.path(), of.callId(), whole.toString(), of.isError()));
        });
        return isChanged ? new Message(message.path(), message.role(), parts) : message;
    }
}
