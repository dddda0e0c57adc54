package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.throughline.wire.JsonBody;
import dev.throughline.wire.sse.FrameBuffer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The `input` of a `tool_use` block from the text of its arguments. A block that is not streamed carries an object:
/// arguments that a limit cut off are closed, others that are no object are given as
/// `{"INVALID_JSON": "…"}`, the form that Anthropic names for handing them back.
final class CallInput {
    private CallInput() {}

    static String of(String arguments) {
        if (arguments.isBlank()) {
            return "{}";
        }
        if (isObject(arguments)) {
            return arguments;
        }
        String closed = CutInput.closed(arguments);
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
        try (JsonParser parser = JsonBody.LENIENT.createParser(text)) {
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
