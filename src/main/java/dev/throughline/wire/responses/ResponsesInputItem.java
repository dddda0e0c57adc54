package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.ImageSource;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.wire.ClientTools;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decodes one item of `input`. An item without `type` is a message if it has a role, and a reference if it
/// has only an id; the API reference allows both abbreviations.
final class ResponsesInputItem {
    private static final String TYPE = "type";

    private ResponsesInputItem() {}

    static Message decode(FieldReader item) throws WireException {
        String type = type(item);
        return switch (type) {
            case "message" -> message(item);
            case "reasoning" -> of(item, Role.ASSISTANT, ResponsesReasoningInput.decode(item));
            case "function_call" -> of(item, Role.ASSISTANT, List.of(call(item)));
            case "custom_tool_call_output" ->
                of(item, Role.TOOL, item.has("output") ? output(item) : List.of(other(item)));
            case "custom_tool_call" -> of(item, Role.ASSISTANT, List.of(freeform(item)));
            case "function_call_output" -> of(item, Role.TOOL, output(item));
            case "item_reference" ->
                of(item, Role.ASSISTANT, List.of(new Part.Reference(item.path(), item.string("id"))));
            default -> of(item, side(type), List.of(other(item)));
        };
    }

    private static String type(FieldReader item) throws WireException {
        if (item.has(TYPE)) {
            return item.string(TYPE);
        }
        if (item.has("role")) {
            return "message";
        }
        if (item.has("id")) {
            return "item_reference";
        }
        throw item.missing(TYPE);
    }

    /// The role that produces an item of a type that is not decoded: results are called `…_output`,
    /// approvals are sent by the user, the rest are calls and other outputs of the model.
    private static Role side(String type) {
        if (type.endsWith("_output")) {
            return Role.TOOL;
        }
        return type.endsWith("_response") ? Role.USER : Role.ASSISTANT;
    }

    private static Part other(FieldReader item) {
        return new Part.Other(item.path(), item.object());
    }

    private static Message of(FieldReader item, Role role, List<Part> parts) {
        return new Message(item.path(), role, parts);
    }

    private static Message message(FieldReader item) throws WireException {
        Role role = role(item);
        List<Part> parts = new ArrayList<>();
        if (role == Role.ASSISTANT) {
            ResponsesReasoningInput.misplaced(item, parts);
        }
        parts.addAll(ResponsesItemContent.decode(item, "content"));
        return of(item, role, parts);
    }

    private static Role role(FieldReader item) throws WireException {
        return switch (item.string("role")) {
            case "system", "developer" -> Role.SYSTEM;
            case "user" -> Role.USER;
            case "assistant" -> Role.ASSISTANT;
            default ->
                throw WireException.invalid(
                        item.at("role"),
                        "The field " + item.at("role")
                                + " names an unknown role; system, developer, user or assistant was expected.");
        };
    }

    private static Part call(FieldReader item) throws WireException {
        return new Part.ToolCall(item.path(), item.string("call_id"), item.string("name"), item.string("arguments"));
    }

    /// The input of a freeform tool as a single argument, the form of other dialects.
    private static Part freeform(FieldReader item) throws WireException {
        if (!item.has("input")) {
            return other(item);
        }
        ObjectNode arguments = item.object().objectNode().put(ClientTools.INPUT, item.string("input"));
        return new Part.ToolCall(item.path(), item.string("call_id"), item.string("name"), StrictJson.text(arguments));
    }

    /// The result, followed by the non-text content of the output.
    private static List<Part> output(FieldReader item) throws WireException {
        String callId = item.string("call_id");
        var text = new StringBuilder();
        List<Part> others = new ArrayList<>();
        for (Part part : ResponsesItemContent.decode(item, "output")) {
            if (part instanceof Part.Text(String _, String more)) {
                text.append(more);
            } else {
                others.add(part);
            }
        }
        List<Part> parts = new ArrayList<>();
        parts.add(new Part.ToolResult(item.path(), callId, text.toString(), false));
        parts.addAll(others);
        return parts;
    }

    /// Decodes a required field that is a string or an array of content parts.
    static final class ResponsesItemContent {
        private ResponsesItemContent() {}

        static List<Part> decode(FieldReader item, String field) throws WireException {
            JsonNode content = item.object().path(field);
            if (content.isTextual()) {
                return List.of(new Part.Text(item.at(field), content.textValue()));
            }
            if (content.isMissingNode() || content.isNull()) {
                throw item.missing(field);
            }
            if (!(content instanceof ArrayNode array)) {
                throw FieldReader.wrong(item.at(field), "a string or an array of parts", content);
            }
            List<Part> parts = new ArrayList<>(array.size());
            for (int i = 0; i < array.size(); i++) {
                parts.add(part(FieldReader.of(array.get(i), item.at(field) + "/" + i)));
            }
            return parts;
        }

        private static Part part(FieldReader part) throws WireException {
            String type = part.string("type");
            return switch (type) {
                case "input_text", "output_text", "text" -> new Part.Text(part.at("text"), part.string("text"));
                case "refusal" -> new Part.Text(part.at("refusal"), part.string("refusal"));
                case "reasoning_text", "summary_text" ->
                    new Part.Reasoning(part.at("text"), type, part.string("text"), Optional.empty());
                case "input_image" -> image(part);
                default -> new Part.Other(part.path(), part.object());
            };
        }

        /// An image by its URL; one that refers to a file of the provider (`file_id`) is kept as received.
        private static Part image(FieldReader part) throws WireException {
            Optional<String> url = part.optionalString("image_url");
            return url.isPresent()
                    ? new Part.Image(part.path(), ImageSource.of(url.get()), part.object())
                    : new Part.Other(part.path(), part.object());
        }
    }

    /// Decodes returned reasoning. A field that is present but empty is kept, since it distinguishes clients
    /// that have the field from those that do not. Nothing is required, not even `summary`, since the service
    /// observes what a client omits.
    private static final class ResponsesReasoningInput {
        private static final String CONTENT = "content";
        private static final String SUMMARY = "summary";
        private static final String ENCRYPTED = "encrypted_content";

        /// Fields of other dialects in which clients are known to put reasoning.
        private static final List<String> ALIASES = List.of("reasoning_content", "reasoning", "reasoning_text", "text");

        private ResponsesReasoningInput() {}

        static List<Part> decode(FieldReader item) throws WireException {
            List<Part> parts = new ArrayList<>();
            texts(item, CONTENT, parts);
            texts(item, SUMMARY, parts);
            Optional<String> encrypted = item.optionalString(ENCRYPTED);
            encrypted.ifPresent(text -> parts.add(reasoning(item, ENCRYPTED, text)));
            misplaced(item, parts);
            if (parts.isEmpty()) {
                parts.add(new Part.Other(item.path(), item.object()));
            }
            return parts;
        }

        /// Adds reasoning in fields that belong to other dialects.
        static void misplaced(FieldReader item, List<Part> parts) {
            for (String field : ALIASES) {
                JsonNode value = item.object().path(field);
                if (value.isTextual()) {
                    parts.add(reasoning(item, field, value.textValue()));
                }
            }
        }

        private static void texts(FieldReader item, String field, List<Part> parts) throws WireException {
            JsonNode value = item.object().path(field);
            if (value.isTextual()) {
                parts.add(reasoning(item, field, value.textValue()));
                return;
            }
            Optional<ArrayNode> array = item.optionalArray(field);
            if (array.isPresent()) {
                parts.add(reasoning(item, field, joined(array.get(), item.at(field))));
            }
        }

        private static String joined(ArrayNode array, String pointer) throws WireException {
            var text = new StringBuilder();
            for (int i = 0; i < array.size(); i++) {
                FieldReader part = FieldReader.of(array.get(i), pointer + "/" + i);
                text.append(part.string("text"));
            }
            return text.toString();
        }

        private static Part reasoning(FieldReader item, String field, String text) {
            return new Part.Reasoning(item.at(field), field, text, Optional.empty());
        }
    }
}
