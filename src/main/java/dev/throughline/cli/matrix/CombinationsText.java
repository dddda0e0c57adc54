package dev.throughline.cli.matrix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.output.TextTable;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Formats cells of the matrix as text: a line per combination of axes, a column per capability with its status. A
/// status of low confidence has a question mark; a capability that was not exercised a hyphen.
final class CombinationsText implements MatrixText {
    private static final List<String> COLUMNS = Stream.concat(
                    CellAxes.COLUMNS.stream(),
                    Arrays.stream(Capability.values()).map(Enum::name))
            .toList();

    private final Map<List<String>, Map<Capability, String>> combinations = new LinkedHashMap<>();

    @Override
    public void add(JsonNode cell) {
        Capability capability = Capability.valueOf(cell.path("capability").asText());
        combinations
                .computeIfAbsent(CellAxes.of(cell), _ -> new EnumMap<>(Capability.class))
                .merge(capability, status(cell), CombinationsText::both);
    }

    private static String status(JsonNode cell) {
        String status = cell.path("status").asText();
        if (status.equals(Status.NOT_EXERCISED.name())) {
            return "-";
        }
        return cell.path("confidence").asText().equals("LOW") ? status + "?" : status;
    }

    /// Cells of two suites or templates, or of live traffic, share their line.
    private static String both(String one, String other) {
        return Stream.concat(Arrays.stream(one.split("/")), Stream.of(other))
                .distinct()
                .collect(Collectors.joining("/"));
    }

    @Override
    public String text() {
        var table = new TextTable(COLUMNS);
        combinations.forEach((axes, statuses) -> table.add(Stream.concat(
                        axes.stream(),
                        Arrays.stream(Capability.values()).map(capability -> statuses.getOrDefault(capability, "")))
                .toList()));
        return table.text();
    }
}
