package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.output.TextTable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Formats the matrix as text: a line per combination, a column per capability.
final class MatrixText {
    private static final List<String> COLUMNS = List.of(
            "client",
            "variant",
            "packages",
            "reasoning in",
            "model",
            "backend",
            "dialect",
            "policy",
            "streaming",
            "scenario",
            "capability",
            "status",
            "within turn",
            "across turns",
            "flags",
            "confidence",
            "runs",
            "measured");

    private final TextTable table = new TextTable(COLUMNS);
    private int cells;

    /// Adds the cells of a page.
    void add(JsonNode page) {
        page.path("cells").forEach(cell -> {
            cells++;
            table.add(row(cell));
        });
    }

    String text() {
        return cells == 0 ? "No cell of the matrix matches." : table.text();
    }

    private static List<String> row(JsonNode cell) {
        return List.of(
                product(cell.path("client")),
                cell.path("variant").asText(),
                cell.path("sdk").asText(),
                cell.path("reasoningField").asText(),
                cell.path("model").asText(),
                product(cell.path("backend")),
                dialects(cell),
                cell.path("policy").asText(),
                cell.path("streaming").asText(),
                cell.path("scenario").asText(),
                cell.path("capability").asText(),
                cell.path("status").asText(),
                cell.path("withinTurn").asText(),
                cell.path("acrossTurns").asText(),
                flags(cell),
                cell.path("confidence").asText(),
                counts(cell.path("counts")),
                cell.path("lastMeasured").asText());
    }

    private static String product(JsonNode side) {
        return side.isObject()
                ? side.path("product").asText() + "@" + side.path("version").asText()
                : "";
    }

    private static String dialects(JsonNode cell) {
        String in = cell.path("dialectIn").asText();
        String out = cell.path("dialectOut").asText();
        return in.equals(out) ? in : in + " to " + out;
    }

    private static String flags(JsonNode cell) {
        return cell.path("flags").valueStream().map(JsonNode::asText).collect(Collectors.joining(" "));
    }

    private static String counts(JsonNode counts) {
        return new TreeMap<>(counts.properties().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, count -> count.getValue().asInt())))
                .entrySet().stream()
                        .map(count -> count.getKey() + " " + count.getValue())
                        .collect(Collectors.joining(", "));
    }
}
