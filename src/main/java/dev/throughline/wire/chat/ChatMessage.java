package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.conversation.ImageSource;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Decodes one message. Parts are in the order reasoning, text, calls, whatever the order of the fields.
/// Non-text content of a tool's result follows the result.
final class ChatMessage {
    private ChatMessage() {}

    static Message decode(FieldReader fields) throws WireException {
        Role role = role(fields);
        List<Part> parts = new ArrayList<>();
        if (role == Role.ASSISTANT) {
            ChatReasoningReader.decode(fields, parts);
        }
        List<Part> content = content(fields);
        if (role == Role.TOOL) {
            parts.add(new Part.ToolResult(
                    fields.path(), fields.optionalString("tool_call_id").orElse(""), joined(content), false));
            content.stream().filter(part -> !(part instanceof Part.Text)).forEach(parts::add);
        } else {
            parts.addAll(content);
        }
        calls(fields, parts);
        return new Message(fields.path(), role, parts);
    }

    private static Role role(FieldReader fields) throws WireException {
        String role = fields.string("role");
        return switch (role) {
            case "system", "developer" -> Role.SYSTEM;
            case "user" -> Role.USER;
            case "assistant" -> Role.ASSISTANT;
            case "tool", "function" -> Role.TOOL;
            default ->
                throw WireException.invalid(
                        fields.at("role"),
                        "The field " + fields.at("role")
                                + " names an unknown role; system, developer, user, assistant or tool was expected.");
        };
    }

    private static List<Part> content(FieldReader fields) throws WireException {
        JsonNode content = fields.object().path("content");
        List<Part> parts = new ArrayList<>();
        if (content.isTextual()) {
            if (!content.textValue().isEmpty()) {
                parts.add(new Part.Text(fields.at("content"), content.textValue()));
            }
        } else if (content instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                part(FieldReader.of(array.get(i), fields.at("content") + "/" + i), parts);
            }
        } else if (!content.isMissingNode() && !content.isNull()) {
            throw FieldReader.wrong(fields.at("content"), "a string or an array of parts", content);
        }
        return parts;
    }

    private static void part(FieldReader part, List<Part> parts) throws WireException {
        ChatReasoningReader.decode(part, parts);
        switch (part.optionalString("type").orElse("text")) {
            case "text", "input_text", "output_text" -> parts.add(new Part.Text(part.at("text"), part.string("text")));
            case "refusal" -> parts.add(new Part.Text(part.at("refusal"), part.string("refusal")));
            case "thinking" -> reasoning(part, "thinking", parts);
            case "reasoning" -> reasoning(part, part.has("text") ? "text" : "reasoning", parts);
            case "image_url" -> parts.add(image(part));
            default -> parts.add(new Part.Other(part.path(), part.object()));
        }
    }

    /// An image by its URL; clients write `image_url` as an object or as the bare URL.
    private static Part image(FieldReader part) {
        JsonNode image = part.object().path("image_url");
        JsonNode url = image.isTextual() ? image : image.path("url");
        return url.isTextual()
                ? new Part.Image(part.path(), ImageSource.of(url.textValue()), part.object())
                : new Part.Other(part.path(), part.object());
    }

    /// A thought as a text, or as the list of texts that Mistral writes.
    private static void reasoning(FieldReader part, String field, List<Part> parts) throws WireException {
        if (part.object().path(field) instanceof ArrayNode pieces) {
            for (int i = 0; i < pieces.size(); i++) {
                FieldReader piece = FieldReader.of(pieces.get(i), part.at(field) + "/" + i);
                piece.optionalString("text")
                        .map(text -> new Part.Reasoning(piece.at("text"), field, text, Optional.empty()))
                        .ifPresent(parts::add);
            }
            return;
        }
        Optional<String> text = part.optionalString(field);
        if (text.isPresent() && !field.equals("reasoning")) {
            parts.add(new Part.Reasoning(part.at(field), field, text.get(), Optional.empty()));
        }
    }

    private static void calls(FieldReader fields, List<Part> parts) throws WireException {
        Optional<ArrayNode> calls = fields.optionalArray("tool_calls");
        for (int i = 0; calls.isPresent() && i < calls.get().size(); i++) {
            FieldReader call = FieldReader.of(calls.get().get(i), fields.at("tool_calls") + "/" + i);
            FieldReader function = call.optionalObject("function").orElseThrow(() -> call.missing("function"));
            parts.add(new Part.ToolCall(
                    call.path(),
                    call.string("id"),
                    function.string("name"),
                    function.optionalString("arguments").orElse("")));
        }
    }

    private static String joined(List<Part> parts) {
        var text = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Part.Text visible) {
                text.append(visible.text());
            }
        }
        return text.toString();
    }

    /// Decodes the fields in which chat clients return reasoning. A field that is present but empty is kept,
    /// since it distinguishes clients that have the field from those that do not.
    static final class ChatReasoningReader {
        private static final List<String> FIELDS = List.of("reasoning_content", "reasoning", "reasoning_text");
        private static final String DETAILS = "reasoning_details";

        private ChatReasoningReader() {}

        static void decode(FieldReader holder, List<Part> parts) throws WireException {
            for (String field : FIELDS) {
                JsonNode value = holder.object().path(field);
                if (value.isTextual()) {
                    parts.add(new Part.Reasoning(holder.at(field), field, value.textValue(), Optional.empty()));
                }
            }
            Optional<ArrayNode> details =
                    holder.object().path(DETAILS).isArray() ? holder.optionalArray(DETAILS) : Optional.empty();
            for (int i = 0; details.isPresent() && i < details.get().size(); i++) {
                detail(FieldReader.of(details.get().get(i), holder.at(DETAILS) + "/" + i), parts);
            }
        }

        private static void detail(FieldReader detail, List<Part> parts) throws WireException {
            switch (detail.optionalString("type").orElse("reasoning.text")) {
                case "reasoning.encrypted" ->
                    parts.add(new Part.RedactedReasoning(
                            detail.at("data"), detail.optionalString("data").orElse("")));
                case "reasoning.summary" -> text(detail, "summary", parts);
                default -> text(detail, "text", parts);
            }
        }

        private static void text(FieldReader detail, String field, List<Part> parts) throws WireException {
            Optional<String> signature = detail.optionalString("signature").filter(text -> !text.isEmpty());
            parts.add(new Part.Reasoning(
                    detail.at(field), DETAILS, detail.optionalString(field).orElse(""), signature));
        }
    }
}
