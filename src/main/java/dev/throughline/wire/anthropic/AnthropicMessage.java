package dev.throughline.wire.anthropic;

import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/// Decodes one message. A user message with tool results becomes a TOOL message, and user content beside
/// the results a separate USER message. Reminders that a client adds beside results (Claude Code 1 and 2
/// wrap them in `<system-reminder>`) and documents that a tool read are not user content: they stay with
/// the results.
final class AnthropicMessage {
    private AnthropicMessage() {}

    static void decode(FieldReader fields, List<Message> messages) throws WireException {
        String role = fields.string("role");
        List<List<Part>> blocks = AnthropicContent.blocks(fields, "content");
        List<Part> parts = blocks.stream().flatMap(List::stream).toList();
        switch (role) {
            case "assistant" -> messages.add(new Message(fields.path(), Role.ASSISTANT, parts));
            case "system" -> messages.add(new Message(fields.path(), Role.SYSTEM, parts));
            case "user" -> user(fields.path(), blocks, messages);
            default ->
                throw WireException.invalid(
                        fields.at("role"),
                        "The field " + fields.at("role") + " names an unknown role; user or assistant was expected.");
        }
    }

    private static void user(String path, List<List<Part>> blocks, List<Message> messages) {
        boolean hasResults = blocks.stream().anyMatch(AnthropicMessage::isResult);
        List<Part> results = new ArrayList<>();
        List<Part> content = new ArrayList<>();
        for (List<Part> block : blocks) {
            boolean isBeside = isResult(block) || block.stream().anyMatch(part -> isReminder(part) || isDocument(part));
            (hasResults && isBeside ? results : content).addAll(block);
        }
        if (hasResults) {
            messages.add(new Message(path, Role.TOOL, results));
        }
        if (!hasResults || !content.isEmpty()) {
            messages.add(new Message(path, Role.USER, content));
        }
    }

    /// Whether a block is a result, or content that follows it in the same block.
    private static boolean isResult(List<Part> block) {
        return block.getFirst() instanceof Part.ToolResult;
    }

    private static boolean isDocument(Part part) {
        return part instanceof Part.Other(String _, var value)
                && value.path("type").asText("").equals("document");
    }

    private static boolean isReminder(Part part) {
        if (!(part instanceof Part.Text(String _, String text))) {
            return false;
        }
        String bare = text.strip();
        return bare.startsWith("<system-reminder>") && bare.endsWith("</system-reminder>");
    }
}
