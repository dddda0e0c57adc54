package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.output.TextTable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Formats cells of the matrix as text with all that is known of them: a line for each.
final class CellsText implements MatrixText {
    private static final List<String> COLUMNS = Stream.concat(
                    CellAxes.COLUMNS.stream(),
                    Stream.of(
                            "capability",
                            "status",
                            "within turn",
                            "across turns",
                            "flags",
                            "confidence",
                            "runs",
                            "measured"))
            .toList();

    private final TextTable table = new TextTable(COLUMNS);

    @Override
    public void add(JsonNode cell) {
        table.add(Stream.concat(
                        CellAxes.of(cell).stream(),
                        Stream.of(
                                cell.path("capability").asText(),
                                cell.path("status").asText(),
                                cell.path("withinTurn").asText(),
                                cell.path("acrossTurns").asText(),
                                flags(cell),
                                cell.path("confidence").asText(),
                                counts(cell.path("counts")),
                                cell.path("lastMeasured").asText()))
                .toList());
    }

    @Override
    public String text() {
        return table.text();
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
