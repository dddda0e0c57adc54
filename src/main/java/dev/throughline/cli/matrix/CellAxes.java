package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// The columns that say what a cell of the matrix is about.
final class CellAxes {
    static final List<String> COLUMNS = List.of(
            "client",
            "variant",
            "packages",
            "reasoning in",
            "model",
            "gateway",
            "backend",
            "dialect",
            "policy",
            "streaming",
            "scenario",
            "vendor");

    private CellAxes() {}

    /// One value for each column, empty where the axis has none.
    static List<String> of(JsonNode cell) {
        return List.of(
                product(cell.path("client")),
                cell.path("variant").asText(),
                cell.path("sdk").asText(),
                cell.path("reasoningField").asText(),
                cell.path("model").asText(),
                product(cell.path("gateway")),
                product(cell.path("backend")),
                dialects(cell),
                cell.path("policy").asText(),
                cell.path("streaming").asText(),
                cell.path("scenario").asText(),
                cell.path("vendor").asText());
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
}
