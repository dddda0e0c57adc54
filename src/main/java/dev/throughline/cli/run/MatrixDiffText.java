package dev.throughline.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.output.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The text of a comparison of the matrix: a line for each cell whose status is better, worse or otherwise different,
/// and how many cells were measured on one side alone.
final class MatrixDiffText {
    private static final Set<String> DIFFERENT = Set.of("BETTER", "WORSE", "OTHER");

    private MatrixDiffText() {}

    /// Whether any cell that both sides have differs.
    static boolean isDifferent(JsonNode diff) {
        return changes(diff).findAny().isPresent();
    }

    static String of(JsonNode diff) {
        var table =
                new TextTable(List.of("change", "capability", "client", "dialect", "model", "variant", "from", "to"));
        changes(diff).map(MatrixDiffText::cells).forEach(table::add);
        JsonNode counts = diff.path("counts");
        String counted = Stream.of("SAME", "BETTER", "WORSE", "OTHER", "APPEARED", "DISAPPEARED")
                .map(name -> counts.path(name).asInt() + " " + name.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return (isDifferent(diff) ? table.text() : "") + diff.path("from").asText() + " to "
                + diff.path("to").asText() + ": " + counted;
    }

    private static Stream<JsonNode> changes(JsonNode diff) {
        return diff.path("changes")
                .valueStream()
                .filter(change -> DIFFERENT.contains(change.path("change").asText()));
    }

    private static List<String> cells(JsonNode change) {
        JsonNode combination = change.path("combination");
        return List.of(
                change.path("change").asText(),
                change.path("capability").asText(),
                combination.path("client").path("product").asText(),
                combination.path("dialectIn").asText(),
                combination.path("model").asText(),
                combination.path("variant").asText(),
                change.path("from").path("status").asText(),
                change.path("to").path("status").asText());
    }
}
