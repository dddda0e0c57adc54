package dev.throughline.wire.chat.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;

/// Reads `tool_choice`: `auto`, `none`, `required`, or an object that names a function.
final class ChatToolChoice {
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
