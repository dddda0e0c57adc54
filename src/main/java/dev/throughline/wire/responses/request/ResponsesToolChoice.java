package dev.throughline.wire.responses.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.conversation.ToolChoice;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import java.util.Optional;

/// Reads `tool_choice`: `auto`, `none`, `required`, an object that names a tool, or `allowed_tools` with a mode.
final class ResponsesToolChoice {
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
