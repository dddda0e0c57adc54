package dev.throughline.wire.translation;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import java.util.ArrayList;
import java.util.List;

/// Replaces text files by their text, for a backend of another dialect. In a tool result it is appended to
/// the text of that result.
public final class FileTextReplacement {
    private FileTextReplacement() {}

    /// The same request if it has no text file, or the backend speaks its dialect.
    public static Conversation inline(Conversation request, Dialect backend) {
        if (request.dialect() == backend || request.messages().stream().noneMatch(FileTextReplacement::hasText)) {
            return request;
        }
        return request.withMessages(
                request.messages().stream().map(FileTextReplacement::inline).toList());
    }

    private static boolean hasText(Message message) {
        return message.parts().stream()
                .anyMatch(part -> part instanceof Part.Other(String _, var value)
                        && FileContent.of(value) instanceof FileContent.PlainText);
    }

    private static Message inline(Message message) {
        List<Part> parts = new ArrayList<>();
        int result = -1;
        for (Part part : message.parts()) {
            if (part instanceof Part.ToolResult) {
                result = parts.size();
            }
            if (part instanceof Part.Other(String path, var value)
                    && FileContent.of(value) instanceof FileContent.PlainText file) {
                if (result >= 0 && path.startsWith(parts.get(result).path() + "/")) {
                    parts.set(result, longer((Part.ToolResult) parts.get(result), file.named()));
                } else {
                    parts.add(new Part.Text(path, file.named()));
                }
            } else {
                parts.add(part);
            }
        }
        return new Message(message.path(), message.role(), parts);
    }

    private static Part.ToolResult longer(Part.ToolResult result, String text) {
        String both = result.text().isEmpty() ? text : result.text() + "\n\n" + text;
        return new Part.ToolResult(result.path(), result.callId(), both, result.isError());
    }
}
