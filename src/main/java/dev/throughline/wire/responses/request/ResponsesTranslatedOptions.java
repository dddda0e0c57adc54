package dev.throughline.wire.responses.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// Translates the response format.
final class ResponsesTranslatedOptions {
    private static final List<String> SCHEMA_FIELDS = List.of("name", "description", "schema", "strict");

    private ResponsesTranslatedOptions() {}

    static void write(ObjectNode sent, ObjectNode body) {
        format(sent, body);
        JsonNode verbosity = sent.path("verbosity");
        if (verbosity.isTextual()) {
            body.withObject("/text").set("verbosity", verbosity);
        }
    }

    /// `response_format` (OpenAI); `output_config.format` and `output_format` (Anthropic), whose schema has no name.
    private static void format(ObjectNode sent, ObjectNode body) {
        JsonNode format = sent.path("response_format");
        if (format.path("json_schema").isObject()) {
            schema(format.path("json_schema"), body);
        } else if (format.path("type").isTextual()) {
            body.withObject("/text").set("format", format.deepCopy());
        } else if (sent.at("/output_config/format/schema").isObject()) {
            schema(sent.at("/output_config/format"), body);
        } else if (sent.at("/output_format/schema").isObject()) {
            schema(sent.path("output_format"), body);
        }
    }

    private static void schema(JsonNode described, ObjectNode body) {
        ObjectNode format = body.withObject("/text").putObject("format");
        format.put("type", "json_schema").put("name", "answer");
        for (String field : SCHEMA_FIELDS) {
            if (described.hasNonNull(field)) {
                format.set(field, described.get(field).deepCopy());
            }
        }
    }
}
