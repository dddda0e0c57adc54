package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FrameBuffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// Converts the text of a call's arguments to the `input` of a `tool_use` block. An unstreamed block
/// carries an object: truncated arguments are closed, and others that are not an object become
/// `{"INVALID_JSON": "…"}`, the form that Anthropic defines for returning them.
final class AnthropicCallInput {
    /// The only key of an input whose arguments are not an object.
    public static final String INVALID = "INVALID_JSON";

    private AnthropicCallInput() {}

    /// The same as a tree.
    public static ObjectNode object(String arguments) {
        try {
            return (ObjectNode) StrictJson.LENIENT.readTree(of(arguments));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an object that was read once can be read again", e);
        }
    }

    /// @return the text of one JSON object
    static String of(String arguments) {
        if (arguments.isBlank()) {
            return "{}";
        }
        if (isObject(arguments)) {
            return arguments;
        }
        String closed = TruncatedJsonRepair.closed(arguments);
        return isObject(closed) ? closed : invalid(arguments);
    }

    private static String invalid(String arguments) {
        byte[] object = new FrameBuffer()
                .raw("{\"INVALID_JSON\":")
                .json(arguments)
                .raw("}")
                .take();
        return new String(object, StandardCharsets.UTF_8);
    }

    private static boolean isObject(String text) {
        try (JsonParser parser = StrictJson.LENIENT.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (IOException _) {
            return false;
        }
    }
}
