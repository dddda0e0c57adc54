package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.KnownHistory;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decodes a messages request.
final class AnthropicRequestDecoder {
    private AnthropicRequestDecoder() {}

    public static Conversation decode(ObjectNode body, KnownHistory known) throws WireException {
        FieldReader fields = FieldReader.of(body);
        return new Conversation(
                Dialect.ANTHROPIC,
                fields.string("model"),
                messages(fields, known),
                tools(fields),
                toolChoice(fields),
                fields.flag("stream"),
                true,
                fields.optionalInt("max_tokens"),
                continued(body),
                body);
    }

    /// The answer that a request with `thread: {"type": "continue", "previous_message_id": …}` continues,
    /// sending only what is new. Seen in the tool runner of @anthropic-ai/sdk 1.12.0; other forms of the
    /// field are left alone.
    private static Optional<String> continued(ObjectNode body) {
        JsonNode thread = body.path("thread");
        return Optional.of(thread.path("previous_message_id"))
                .filter(id -> thread.path("type").asText().equals("continue") && id.isTextual())
                .map(JsonNode::textValue)
                .filter(id -> !id.isEmpty());
    }

    private static List<Message> messages(FieldReader fields, KnownHistory known) throws WireException {
        ArrayNode array = fields.array("messages");
        if (array.isEmpty()) {
            throw WireException.invalid(
                    "/messages", "The field /messages is empty; at least one message was expected.");
        }
        List<Message> messages = new ArrayList<>(array.size() + 1);
        if (fields.has("system")) {
            messages.add(new Message(fields.at("system"), Role.SYSTEM, AnthropicContent.decode(fields, "system")));
        }
        messages.addAll(known.messages());
        for (int i = known.elements(); i < array.size(); i++) {
            AnthropicMessage.decode(FieldReader.of(array.get(i), "/messages/" + i), messages);
        }
        return messages;
    }

    private static List<Tool> tools(FieldReader fields) throws WireException {
        Optional<ArrayNode> array = fields.optionalArray("tools");
        List<Tool> tools = new ArrayList<>();
        for (int i = 0; array.isPresent() && i < array.get().size(); i++) {
            FieldReader tool = FieldReader.of(array.get().get(i), "/tools/" + i);
            ObjectNode schema = tool.optionalObject("input_schema")
                    .map(FieldReader::object)
                    .orElseGet(() -> tool.object().objectNode());
            tools.add(new Tool(
                    tool.string("name"), tool.optionalString("description").orElse(""), schema));
        }
        return tools;
    }

    private static ToolChoice toolChoice(FieldReader fields) throws WireException {
        Optional<FieldReader> choice = fields.optionalObject("tool_choice");
        if (choice.isEmpty()) {
            return new ToolChoice.Auto();
        }
        JsonNode type = choice.get().object().path("type");
        return switch (choice.get().string("type")) {
            case "auto" -> new ToolChoice.Auto();
            case "any" -> new ToolChoice.Required();
            case "none" -> new ToolChoice.None();
            case "tool" -> new ToolChoice.Named(choice.get().string("name"));
            default -> throw FieldReader.wrong(choice.get().at("type"), "auto, any, none or tool", type);
        };
    }

    /// Decodes one message. A user message with tool results becomes a TOOL message, and user content beside
    /// the results a separate USER message. Reminders that a client adds beside results (Claude Code 1 and 2
    /// wrap them in `<system-reminder>`) and documents that a tool read are not user content: they stay with
    /// the results.
    private static final class AnthropicMessage {
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
                            "The field " + fields.at("role")
                                    + " names an unknown role; user or assistant was expected.");
            }
        }

        private static void user(String path, List<List<Part>> blocks, List<Message> messages) {
            boolean hasResults = blocks.stream().anyMatch(AnthropicMessage::isResult);
            List<Part> results = new ArrayList<>();
            List<Part> content = new ArrayList<>();
            for (List<Part> block : blocks) {
                boolean isBeside =
                        isResult(block) || block.stream().anyMatch(part -> isReminder(part) || isDocument(part));
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
}
