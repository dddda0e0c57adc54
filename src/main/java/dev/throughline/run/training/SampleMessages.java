package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.StrictJson;

/// Writes messages so that all rows have the same columns with the same types, whatever a client sent:
/// contents and arguments are strings, and every field is present, `null` if the message has none.
///
/// Only fields that a model reads are written.
final class SampleMessages {
    static final String CONTENT = "content";
    static final String REASONING = "reasoning_content";
    static final String CALLS = "tool_calls";

    private SampleMessages() {}

    /// @param messages as a template sees them, or with arguments as text
    /// @throws OmittedSampleException if a content is not text
    static ArrayNode write(JsonNode messages, int from, int to) throws OmittedSampleException {
        ArrayNode written = StrictJson.MAPPER.createArrayNode();
        for (int index = from; index < to; index++) {
            message(messages.path(index), written.addObject());
        }
        return written;
    }

    private static void message(JsonNode message, ObjectNode out) throws OmittedSampleException {
        out.put("role", message.path("role").asText());
        out.put(CONTENT, text(message.path(CONTENT)));
        out.put(REASONING, reasoning(message));
        JsonNode calls = message.path(CALLS);
        if (calls.isEmpty()) {
            out.putNull(CALLS);
        } else {
            calls(calls, out.putArray(CALLS));
        }
        out.put("tool_call_id", message.path("tool_call_id").textValue());
        out.put("name", message.path("name").textValue());
    }

    private static void calls(JsonNode calls, ArrayNode out) {
        for (JsonNode call : calls) {
            ObjectNode written = out.addObject();
            written.put("id", call.path("id").textValue());
            written.put("type", "function");
            ObjectNode function = written.putObject("function");
            function.put("name", call.at("/function/name").asText());
            function.put("arguments", arguments(call.at("/function/arguments")));
        }
    }

    private static String arguments(JsonNode arguments) {
        return arguments.isTextual() ? arguments.textValue() : StrictJson.text(arguments);
    }

    /// The reasoning in the field that carries it; `null` for none.
    static String reasoning(JsonNode message) {
        JsonNode own = message.path(REASONING);
        return own.isTextual() ? own.textValue() : message.path("reasoning").textValue();
    }

    /// A content as one text, with its parts joined as templates do; empty for none.
    ///
    /// @throws OmittedSampleException if a part is not text
    static String text(JsonNode content) throws OmittedSampleException {
        if (content.isTextual()) {
            return content.textValue();
        }
        StringBuilder joined = new StringBuilder();
        for (JsonNode part : content) {
            JsonNode text = part.isTextual() ? part : part.path("text");
            if (!text.isTextual()) {
                throw new OmittedSampleException(OmissionReason.NOT_TEXT);
            }
            joined.append(text.textValue());
        }
        return joined.toString();
    }
}
