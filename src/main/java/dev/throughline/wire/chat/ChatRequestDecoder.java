package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.KnownHistory;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Tool;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Decodes a chat completion request.
final class ChatRequestDecoder {
    private ChatRequestDecoder() {}

    public static Conversation decode(ObjectNode body, KnownHistory known) throws WireException {
        FieldReader fields = FieldReader.of(body);
        return new Conversation(
                Dialect.OPENAI_CHAT,
                fields.string("model"),
                messages(fields, known),
                tools(fields),
                ChatToolChoice.decode(fields),
                fields.flag("stream"),
                includeUsage(fields),
                maxTokens(fields),
                Optional.empty(),
                body);
    }

    private static List<Message> messages(FieldReader fields, KnownHistory known) throws WireException {
        ArrayNode array = fields.array("messages");
        if (array.isEmpty()) {
            throw WireException.invalid(
                    "/messages", "The field /messages is empty; at least one message was expected.");
        }
        List<Message> messages = new ArrayList<>(array.size());
        messages.addAll(known.messages());
        for (int i = known.elements(); i < array.size(); i++) {
            messages.add(ChatMessage.decode(FieldReader.of(array.get(i), "/messages/" + i)));
        }
        return messages;
    }

    private static List<Tool> tools(FieldReader fields) throws WireException {
        Optional<ArrayNode> array = fields.optionalArray("tools");
        List<Tool> tools = new ArrayList<>();
        for (int i = 0; array.isPresent() && i < array.get().size(); i++) {
            FieldReader tool = FieldReader.of(array.get().get(i), "/tools/" + i);
            Optional<FieldReader> function = tool.optionalObject("function");
            if (function.isPresent()) {
                tools.add(tool(function.get()));
            } else if (tool.optionalString("type").orElse("function").equals("function")) {
                throw tool.missing("function");
            }
        }
        return tools;
    }

    private static Tool tool(FieldReader function) throws WireException {
        ObjectNode schema = function.optionalObject("parameters")
                .map(FieldReader::object)
                .orElseGet(() -> function.object().objectNode());
        return new Tool(
                function.string("name"), function.optionalString("description").orElse(""), schema);
    }

    private static boolean includeUsage(FieldReader fields) throws WireException {
        Optional<FieldReader> options = fields.optionalObject("stream_options");
        return options.isPresent() && options.get().flag("include_usage");
    }

    private static OptionalInt maxTokens(FieldReader fields) throws WireException {
        OptionalInt completion = fields.optionalInt("max_completion_tokens");
        return completion.isPresent() ? completion : fields.optionalInt("max_tokens");
    }

    /// Reads `tool_choice`: `auto`, `none`, `required`, or an object that names a function.
    static final class ChatToolChoice {
        private static final String FIELD = "tool_choice";

        private ChatToolChoice() {}

        static ToolChoice decode(FieldReader fields) throws WireException {
            JsonNode choice = fields.object().path(FIELD);
            if (choice.isMissingNode() || choice.isNull()) {
                return new ToolChoice.Auto();
            }
            if (choice.isObject()) {
                JsonNode name = choice.path("function").path("name");
                return name.isTextual() ? new ToolChoice.Named(name.textValue()) : new ToolChoice.Auto();
            }
            return switch (fields.string(FIELD)) {
                case "auto" -> new ToolChoice.Auto();
                case "none" -> new ToolChoice.None();
                case "required", "any" -> new ToolChoice.Required();
                default -> throw FieldReader.wrong(fields.at(FIELD), "auto, none, required or a function", choice);
            };
        }
    }
}
