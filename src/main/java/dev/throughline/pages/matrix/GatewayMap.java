package dev.throughline.pages.matrix;

import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Streaming;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.api.MatrixTable;
import dev.throughline.matrix.api.MatrixTable.Slot;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Shows what gateways keep between a client that gives everything back and the stub: a mark for each dialect of the
/// client and of the backend, the worst of all fields and scenarios.
///
/// @param columns the pairs of dialects, each as `CLIENT to BACKEND`
public record GatewayMap(List<String> columns, List<GatewayRow> rows) {
    private static final String PAGE = "/matrix";
    private static final String WHOLE = "whole";

    /// @param address of all cells of the version
    /// @param setting the adapter to the backend, unless it is the default, and how answers are asked for
    /// @param slots one for each column
    public record GatewayRow(String product, String version, String address, String setting, List<Slot> slots) {}

    /// The cells of a row; versions of a gateway are ordered as its releases are.
    private record Row(Versioned gateway, String setting) {
        static Row of(Cell cell) {
            CellKey key = cell.key();
            String route = key.variant().replaceFirst(" ?\\b" + WHOLE + "$", "");
            String form = key.streaming() == Streaming.WHOLE ? WHOLE : "streamed";
            return new Row(key.gateway().orElseThrow(), route.isEmpty() ? form : route + ", " + form);
        }
    }

    static GatewayMap of(MatrixSnapshot now) {
        Map<String, Cell> latest = new LinkedHashMap<>();
        now.cells(CellFilter.all().with(Axis.CLIENT, CellKey.FAITHFUL)).stream()
                .filter(cell ->
                        cell.key().gateway().isPresent() && cell.capability().isRequired())
                .forEach(cell -> latest.merge(
                        cell.capability() + " " + cell.key().with(Axis.CLIENT_VERSION, ""),
                        cell,
                        (one, other) -> one.lastMeasured().isAfter(other.lastMeasured()) ? one : other));
        List<String> columns = latest.values().stream()
                .map(GatewayMap::column)
                .distinct()
                .sorted()
                .toList();
        Map<Row, List<Cell>> rows = latest.values().stream().collect(Collectors.groupingBy(Row::of));
        return new GatewayMap(
                columns,
                rows.entrySet().stream()
                        .sorted(Map.Entry.comparingByKey(order(now)))
                        .map(row -> row(row.getKey(), row.getValue(), columns))
                        .toList());
    }

    private static Comparator<Row> order(MatrixSnapshot now) {
        return Comparator.comparing((Row row) -> row.gateway().product())
                .thenComparing((one, other) -> now.releases(one.gateway().product())
                        .order()
                        .compare(other.gateway().version(), one.gateway().version()))
                .thenComparing(Row::setting);
    }

    private static String column(Cell cell) {
        return cell.key().dialectIn().id() + " to " + cell.key().dialectOut().id();
    }

    private static GatewayRow row(Row row, Collection<Cell> cells, List<String> columns) {
        Map<String, List<Cell>> byColumn =
                cells.stream().collect(Collectors.groupingBy(GatewayMap::column, TreeMap::new, Collectors.toList()));
        return new GatewayRow(
                row.gateway().product(),
                row.gateway().version(),
                MatrixTable.with(
                        MatrixTable.with(PAGE, "gateway", row.gateway().product()),
                        "gatewayVersion",
                        row.gateway().version()),
                row.setting(),
                columns.stream()
                        .map(column -> new Slot(
                                column,
                                Optional.ofNullable(byColumn.get(column)).map(ClientMap::mark).stream()
                                        .toList()))
                        .toList());
    }
}
