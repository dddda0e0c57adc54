package dev.throughline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// The answer to can-i-use for people.
final class UseText {
    private static final List<String> COLUMNS =
            List.of("status", "confidence", "capability", "client", "variant", "model", "backend", "dialect", "run");

    private UseText() {}

    /// @param answer as the API gives it
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
            cells.add(product(row, "client"));
            cells.add(row.path("variant").asText());
            cells.add(row.path("model").asText());
            cells.add(product(row, "backend"));
            cells.add(row.path("dialect").asText());
            cells.add(row.path("latestRun").asText());
            table.add(cells);
        }
        return table.text();
    }

    private static String flags(JsonNode row) {
        var flags = new StringBuilder();
        row.path("flags").forEach(flag -> flags.append(' ').append(flag.asText()));
        return flags.toString();
    }

    private static String product(JsonNode row, String side) {
        return row.path(side).isObject()
                ? row.path(side).path("product").asText() + "@"
                        + row.path(side).path("version").asText()
                : "";
    }

    private static String word(JsonNode answer) {
        return answer.isBoolean() ? answer.asBoolean() ? "YES" : "NO" : "UNKNOWN";
    }
}
