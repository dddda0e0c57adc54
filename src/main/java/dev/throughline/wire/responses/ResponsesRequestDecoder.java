package dev.throughline.wire.responses;

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

/// Decodes a request. The answer always ends with usage, so `includeUsage` is always true.
final class ResponsesRequestDecoder {
    private static final String INPUT = "input";
    private static final String INSTRUCTIONS = "instructions";

    private ResponsesRequestDecoder() {}

    public static Conversation decode(ObjectNode body, KnownHistory known) throws WireException {
        FieldReader fields = FieldReader.of(body);
        Optional<String> previous =
                fields.optionalString("previous_response_id").filter(id -> !id.isEmpty());
        return new Conversation(
                Dialect.RESPONSES,
                fields.string("model"),
                messages(fields, known, previous.isPresent()),
                ResponsesTools.decode(fields),
                ResponsesToolChoice.decode(fields),
                fields.flag("stream"),
                true,
                fields.optionalInt("max_output_tokens"),
                previous,
                body);
    }

    private static List<Message> messages(FieldReader fields, KnownHistory known, boolean mayBeEmpty)
            throws WireException {
        List<Message> messages = new ArrayList<>();
        Optional<String> instructions = fields.optionalString(INSTRUCTIONS);
        instructions.ifPresent(text -> messages.add(text(fields.at(INSTRUCTIONS), Role.SYSTEM, text)));
        JsonNode input = fields.object().path(INPUT);
        if (input.isTextual()) {
            messages.add(text(fields.at(INPUT), Role.USER, input.textValue()));
        } else if (input instanceof ArrayNode items) {
            if (items.isEmpty() && !mayBeEmpty) {
                throw WireException.invalid(
                        fields.at(INPUT), "The field /input is empty; at least one item was expected.");
            }
            messages.addAll(known.messages());
            messages.addAll(ResponsesInputDecoder.decode(items, known.elements(), fields.at(INPUT)));
        } else if (!input.isMissingNode() && !input.isNull()) {
            throw FieldReader.wrong(fields.at(INPUT), "a string or an array of items", input);
        } else if (!mayBeEmpty) {
            throw fields.missing(INPUT);
        }
        return messages;
    }

    private static Message text(String path, Role role, String text) {
        return new Message(path, role, List.of(new Part.Text(path, text)));
    }

    /// Reads `tool_choice`: `auto`, `none`, `required`, an object that names a tool, or `allowed_tools` with a
    /// mode.
    static final class ResponsesToolChoice {
        private static final String FIELD = "tool_choice";
        private static final String EXPECTED = "auto, none, required or a tool";

        private ResponsesToolChoice() {}

        static ToolChoice decode(FieldReader fields) throws WireException {
            JsonNode choice = fields.object().path(FIELD);
            if (choice.isTextual()) {
                return mode(choice.textValue(), fields.at(FIELD));
            }
            if (!choice.isMissingNode() && !choice.isNull() && !choice.isObject()) {
                throw FieldReader.wrong(fields.at(FIELD), EXPECTED, choice);
            }
            Optional<FieldReader> object = fields.optionalObject(FIELD);
            return object.isEmpty() ? new ToolChoice.Auto() : named(object.get());
        }

        private static ToolChoice named(FieldReader choice) throws WireException {
            return switch (choice.string("type")) {
                case "function", "custom" -> new ToolChoice.Named(choice.string("name"));
                case "allowed_tools" -> mode(choice.optionalString("mode").orElse("auto"), choice.at("mode"));
                default -> new ToolChoice.Auto();
            };
        }

        private static ToolChoice mode(String mode, String pointer) throws WireException {
            return switch (mode) {
                case "auto" -> new ToolChoice.Auto();
                case "none" -> new ToolChoice.None();
                case "required" -> new ToolChoice.Required();
                default ->
                    throw WireException.invalid(
                            pointer, "The field " + pointer + " is an unknown word; " + EXPECTED + " was expected.");
            };
        }
    }

    /// Decodes `tools`: functions, and custom tools with an empty schema since their input is free text. Tools
    /// that the provider runs (`web_search`, `file_search`, …) cannot be called by a client and are skipped.
    static final class ResponsesTools {
        private ResponsesTools() {}

        static List<Tool> decode(FieldReader fields) throws WireException {
            Optional<ArrayNode> array = fields.optionalArray("tools");
            List<Tool> tools = new ArrayList<>();
            for (int i = 0; array.isPresent() && i < array.get().size(); i++) {
                FieldReader tool = FieldReader.of(array.get().get(i), fields.at("tools") + "/" + i);
                switch (tool.string("type")) {
                    case "function" -> tools.add(tool(tool, schema(tool)));
                    case "custom" -> tools.add(tool(tool, tool.object().objectNode()));
                    default -> {}
                }
            }
            return tools;
        }

        private static Tool tool(FieldReader tool, ObjectNode schema) throws WireException {
            return new Tool(
                    tool.string("name"), tool.optionalString("description").orElse(""), schema);
        }

        private static ObjectNode schema(FieldReader tool) throws WireException {
            return tool.optionalObject("parameters")
                    .map(FieldReader::object)
                    .orElseGet(() -> tool.object().objectNode());
        }
    }
}
