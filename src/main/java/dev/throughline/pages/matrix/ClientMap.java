package dev.throughline.pages.matrix;

import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.NewestPackages;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.api.CellMark;
import dev.throughline.matrix.api.CellWords;
import dev.throughline.matrix.api.MatrixTable;
import dev.throughline.matrix.api.MatrixTable.Slot;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The newest measured version of every client by itself at a glance: a mark for each dialect and scenario, the worst
/// of what a PASS requires.
///
/// @param rows those that lose something first
/// @param index every product, by name
/// @param more clients that the page has no room for
public record ClientMap(List<Column> columns, List<MapRow> rows, List<IndexEntry> index, int more) {
    private static final String PAGE = "/matrix";

    /// Capacity of a page in bytes, and about what a row and a mark of it take.
    private static final int ROOM = 66_000;
    private static final int OF_ROW = 400;
    private static final int OF_MARK = 240;
    private static final int MOST_INDEXED = 120;
    private static final int KEPT = MatrixOverviewFactory.goodness(Status.PRESERVED);

    /// The dialect and the scenario in which a client is asked.
    public record Column(String dialect, String scenario) {
        static Column of(Cell cell) {
            return new Column(cell.key().dialectIn().id(), cell.key().scenario());
        }

        String name() {
            return dialect + " " + scenario;
        }
    }

    /// @param slots one for each column
    /// @param rank the worst first
    public record MapRow(
            boolean isKept, String product, String address, String version, List<Slot> slots, int rank, int marks) {}

    /// A product and its page.
    public record IndexEntry(String product, String address) {}

    /// @param cells those that `cells` selects
    static ClientMap of(MatrixSnapshot now, List<Cell> cells) {
        List<Column> columns = cells.stream()
                .map(Column::of)
                .distinct()
                .sorted(Comparator.comparing(Column::dialect).thenComparing(Column::scenario, ClientMap::scenarios))
                .toList();
        Map<Versioned, List<Cell>> clients =
                cells.stream().collect(Collectors.groupingBy(cell -> client(cell.key()), Collectors.toList()));
        List<MapRow> rows = clients.entrySet().stream()
                .map(client -> row(client.getKey(), client.getValue(), columns))
                .sorted(Comparator.comparingInt(MapRow::rank).thenComparing(MapRow::product))
                .toList();
        List<MapRow> shown = new ArrayList<>();
        int room = ROOM;
        for (MapRow row : rows) {
            room -= OF_ROW + OF_MARK * row.marks();
            if (room >= 0) {
                shown.add(row);
            }
        }
        return new ClientMap(columns, shown, index(now), rows.size() - shown.size());
    }

    /// @param newest selects cells; those behind a gateway or a backend are left out
    static List<Cell> cells(MatrixSnapshot now, CellFilter newest) {
        CellFilter byItself = newest.with(Axis.GATEWAY, "").with(Axis.BACKEND, "");
        return NewestPackages.of(now.newest(byItself, Optional.empty(), Integer.MAX_VALUE)
                        .cells())
                .stream()
                .filter(cell -> cell.key().client().isPresent()
                        && cell.capability().isRequired()
                        && !cell.key().isTraffic())
                .toList();
    }

    private static Versioned client(CellKey key) {
        return key.client().orElseThrow();
    }

    // The default first: a client that was measured at all was measured in it.
    private static int scenarios(String one, String other) {
        return Comparator.comparing((String scenario) -> !scenario.equals("tools"))
                .thenComparing(Comparator.naturalOrder())
                .compare(one, other);
    }

    private static MapRow row(Versioned client, List<Cell> cells, List<Column> columns) {
        String address = MatrixTable.with(PAGE, "client", client.product());
        Map<String, List<Cell>> byColumn = cells.stream()
                .collect(Collectors.groupingBy(cell -> Column.of(cell).name(), TreeMap::new, Collectors.toList()));
        List<Slot> slots = columns.stream()
                .map(column -> new Slot(
                        column.name(),
                        Optional.ofNullable(byColumn.get(column.name())).map(ClientMap::deciding).stream()
                                .map(ClientMap::mark)
                                .toList()))
                .toList();
        List<Integer> ranks = byColumn.values().stream()
                .map(some ->
                        MatrixOverviewFactory.goodness(worst(deciding(some)).status()))
                .toList();
        int lost = (int) ranks.stream().filter(rank -> rank < KEPT).count();
        int worst = ranks.stream().min(Comparator.naturalOrder()).orElse(KEPT);
        return new MapRow(
                lost == 0,
                client.product(),
                address,
                client.version(),
                slots,
                worst * columns.size() - lost,
                byColumn.size());
    }

    /// Unmodified recipes; where there is none, all variants.
    private static List<Cell> deciding(List<Cell> cells) {
        List<Cell> plain =
                cells.stream().filter(cell -> cell.key().variant().isEmpty()).toList();
        return plain.isEmpty() ? cells : plain;
    }

    private static Cell worst(List<Cell> cells) {
        return cells.stream()
                .min(Comparator.comparingInt(cell -> MatrixOverviewFactory.goodness(cell.status())))
                .orElseThrow();
    }

    /// The worst of some cells, with the capabilities that are lost in any.
    static CellMark mark(List<Cell> cells) {
        Cell worst = worst(cells);
        List<String> lost = cells.stream()
                .filter(cell -> MatrixOverviewFactory.goodness(cell.status()) < KEPT)
                .map(cell -> cell.capability().name())
                .distinct()
                .sorted()
                .toList();
        return new CellMark(
                worst.capability().name(),
                CellWords.words(worst.status()),
                CellWords.glyph(worst.status()),
                CellWords.tone(worst.status()).style(),
                PAGE + "/cells/" + worst.id(),
                "",
                lost.isEmpty() ? List.of() : List.of(String.join(", ", lost)));
    }

    private static List<IndexEntry> index(MatrixSnapshot now) {
        return now.products().stream()
                .filter(product -> !product.id().equals(CellKey.FAITHFUL))
                .filter(product -> now.newestMeasured(product.id()).isPresent())
                .map(product -> new IndexEntry(product.id(), address(product)))
                .limit(MOST_INDEXED)
                .toList();
    }

    private static String address(Product product) {
        boolean isClient = product.kind() == Product.Kind.CLIENT || product.kind() == Product.Kind.SDK;
        return MatrixTable.with(PAGE, isClient ? "client" : "product", product.id());
    }
}
