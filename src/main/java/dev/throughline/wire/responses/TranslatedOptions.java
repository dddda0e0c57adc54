package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;

/// Writes how much the model is to think and what form its answer is to have.
final class TranslatedOptions {
    /// A budget below it is a low effort, in tokens.
    private static final int LOW_BELOW = 4_096;
    /// A budget below it is a medium effort, in tokens.
    private static final int MEDIUM_BELOW = 16_000;

    private static final List<String> SCHEMA_FIELDS = List.of("name", "description", "schema", "strict");

    private TranslatedOptions() {}

    static void write(ObjectNode sent, ObjectNode body) {
        effort(sent).ifPresent(effort -> body.putObject("reasoning").put("effort", effort));
        format(sent, body);
        JsonNode verbosity = sent.path("verbosity");
        if (verbosity.isTextual()) {
            body.withObject("/text").set("verbosity", verbosity);
        }
    }

    /// In the words of the client where it has some: `reasoning_effort` (OpenAI), `reasoning.effort` (OpenRouter),
    /// `output_config.effort` (Anthropic); else from `thinking` and its budget.
    private static Optional<String> effort(ObjectNode sent) {
        JsonNode thinking = sent.path("thinking");
        if (thinking.path("type").asText("").equals("disabled")) {
            return Optional.of("none");
        }
        for (JsonNode word : List.of(
                sent.path("reasoning_effort"), sent.at("/reasoning/effort"), sent.at("/output_config/effort"))) {
            if (word.isTextual()) {
                return Optional.of(word.textValue());
            }
        }
        JsonNode budget = thinking.path("budget_tokens");
        return budget.isIntegralNumber() ? Optional.of(effort(budget.longValue())) : Optional.empty();
    }

    private static String effort(long budget) {
        if (budget < LOW_BELOW) {
            return "low";
        }
        return budget < MEDIUM_BELOW ? "medium" : "high";
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
