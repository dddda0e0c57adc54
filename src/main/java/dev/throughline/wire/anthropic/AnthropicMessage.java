package dev.throughline.wire.anthropic;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/// Reads one message. A user message that carries tool results becomes a TOOL message, and what the user says beside
/// them a USER message of its own. Reminders that a client adds beside results (Claude Code 1 and 2 wrap them in
/// `<system-reminder>`) are not something the user says: they stay with the results.
final class AnthropicMessage {
    private AnthropicMessage() {}

    static void decode(FieldReader fields, List<Message> messages) throws WireException {
        String role = fields.string("role");
        List<Part> parts = AnthropicContent.decode(fields, "content");
        switch (role) {
            case "assistant" -> messages.add(new Message(fields.path(), Role.ASSISTANT, parts));
            case "system" -> messages.add(new Message(fields.path(), Role.SYSTEM, parts));
            case "user" -> user(fields, parts, messages);
            default ->
                throw WireException.invalid(
                        fields.at("role"),
                        "The field " + fields.at("role") + " names an unknown role; user or assistant was expected.");
        }
    }

    private static void user(FieldReader fields, List<Part> parts, List<Message> messages) {
        if (parts.stream().noneMatch(part -> part instanceof Part.ToolResult)) {
            messages.add(new Message(fields.path(), Role.USER, parts));
            return;
        }
        List<Part> results = new ArrayList<>();
        List<Part> said = new ArrayList<>();
        for (Part part : parts) {
            (part instanceof Part.ToolResult || isReminder(part) ? results : said).add(part);
        }
        messages.add(new Message(fields.path(), Role.TOOL, results));
        if (!said.isEmpty()) {
            messages.add(new Message(fields.path(), Role.USER, said));
        }
    }

    private static boolean isReminder(Part part) {
        if (!(part instanceof Part.Text(String _, String text))) {
            return false;
        }
        String bare = text.strip();
        return bare.startsWith("<system-reminder>") && bare.endsWith("</system-reminder>");
    }
}
