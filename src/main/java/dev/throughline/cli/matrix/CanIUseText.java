package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.output.TextTable;
import java.util.ArrayList;
import java.util.List;

/// Formats the answer to can-i-use as text.
final class CanIUseText {
    private static final List<String> COLUMNS = List.of(
            "status",
            "confidence",
            "capability",
            "client",
            "variant",
            "packages",
            "reasoning in",
            "model",
            "gateway",
            "backend",
            "dialect",
            "scenario",
            "vendor",
            "part");

    private CanIUseText() {}

    /// @param answer as returned by the API
    static String of(JsonNode answer) {
        var text = new StringBuilder();
        text.append(word(answer.path("answer")))
                .append(": ")
                .append(answer.at("/reason/text").asText())
                .append('\n');
        for (JsonNode part : answer.path("capabilities")) {
            if (answer.path("capabilities").size() > 1) {
                text.append("  %-10s %s: %s%n"
                        .formatted(
                                part.path("capability").asText(),
                                word(part.path("answer")),
                                part.at("/reason/text").asText()));
            }
        }
        for (JsonNode notice : answer.path("notices")) {
            text.append("note: ").append(notice.path("text").asText()).append('\n');
        }
        if (!answer.path("rows").isEmpty()) {
            text.append('\n').append(rows(answer.path("rows")));
        }
        return text.toString();
    }

    private static String rows(JsonNode rows) {
        var table = new TextTable(COLUMNS);
        for (JsonNode row : rows) {
            List<String> cells = new ArrayList<>();
            cells.add(row.path("status").asText() + flags(row));
            cells.add(row.path("confidence").asText());
            cells.add(row.path("capability").asText());
            cells.add(row.path("client").asText());
            cells.add(row.path("variant").asText());
            cells.add(row.path("sdk").asText());
            cells.add(row.path("reasoningField").asText());
            cells.add(row.path("model").asText());
            cells.add(row.path("gateway").asText());
            cells.add(row.path("backend").asText());
            cells.add(row.path("dialect").asText());
            cells.add(row.path("scenario").asText());
            cells.add(row.path("vendor").asText());
            cells.add(row.path("role").asText());
            table.add(cells);
        }
        return table.text();
    }

    private static String flags(JsonNode row) {
        var flags = new StringBuilder();
        row.path("flags").forEach(flag -> flags.append(' ').append(flag.asText()));
        return flags.toString();
    }

    private static String word(JsonNode answer) {
        return answer.isBoolean() ? answer.asBoolean() ? "YES" : "NO" : "UNKNOWN";
    }
}
