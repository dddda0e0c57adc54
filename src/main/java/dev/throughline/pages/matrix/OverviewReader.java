package dev.throughline.pages.matrix;

import dev.throughline.access.Caller;
import dev.throughline.matrix.Axis;
import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellFilter;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.api.MatrixCell;
import dev.throughline.matrix.api.MatrixQuery;
import dev.throughline.matrix.api.MatrixTable;
import dev.throughline.matrix.store.ClaimCatalog;
import dev.throughline.matrix.store.Matrix;
import dev.throughline.pages.matrix.MatrixOverview.MatrixLegend;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads a page of the newest versions: all clients at a glance; then by capability clients, model servers, live
/// traffic and reports, each by product. A product is shown whole; one with more rows than a page has is cut.
@ApplicationScoped
class OverviewReader {
    /// Rows of a page, about 3 KB each, and reports.
    private static final int MOST_ROWS = 20;

    private final Matrix matrix;
    private final ClaimCatalog claims;

    OverviewReader(Matrix matrix, ClaimCatalog claims) {
        this.matrix = matrix;
        this.claims = claims;
    }

    /// Where a page begins.
    ///
    /// @param after the last product of the page before, for reports how many were shown; empty at the start of
    ///     the part
    record OverviewPlace(Part part, String after) {
        static final OverviewPlace START = new OverviewPlace(Part.CLIENTS, "");

        /// The parts in their order.
        enum Part {
            CLIENTS,
            SERVERS,
            TRAFFIC,
            REPORTS
        }

        /// The place as a query parameter.
        String text() {
            return part.name().toLowerCase(Locale.ROOT) + ":" + after;
        }

        /// Parses what `text` wrote; empty if it is anything else, such as a position in a list of cells.
        static Optional<OverviewPlace> parse(String text) {
            return Arrays.stream(Part.values())
                    .map(part -> new OverviewPlace(part, ""))
                    .filter(start -> text.startsWith(start.text()))
                    .map(start -> new OverviewPlace(
                            start.part, text.substring(start.text().length())))
                    .filter(place -> place.part != Part.REPORTS || place.after.matches("\\d{0,6}"))
                    .findFirst();
        }
    }

    /// @param address of the page, without its host
    Uni<MatrixOverview> read(MatrixQuery query, OverviewPlace place, Caller caller, String address) {
        CellFilter newest = newest(query);
        return matrix.now().map(now -> {
            var page = new Page(now, newest, claims.list());
            Optional<OverviewPlace> next = page.fill(place);
            return new MatrixOverview(
                    List.of(),
                    MatrixOverviewFactory.sections(page.cells, newest.hasTraffic()),
                    FilterLinks.of(address, false),
                    MatrixOverviewFactory.reports(page.reports),
                    page.isWhole,
                    next.map(there -> MatrixTable.with(address, "cursor", there.text()))
                            .orElse(""),
                    legend(page.cells.stream().map(cell -> Map.entry(cell.status(), cell.capability()))),
                    caller.id().isPresent());
        });
    }

    /// The first page.
    Uni<MatrixOverview> map(MatrixQuery query, Caller caller, String address) {
        CellFilter newest = newest(query);
        return matrix.now().map(now -> {
            List<Cell> cells = ClientMap.cells(now, newest);
            return new MatrixOverview(
                    List.of(ClientMap.of(now, cells)),
                    List.of(),
                    FilterLinks.of(address, false),
                    List.of(),
                    true,
                    MatrixTable.with(address, "cursor", OverviewPlace.START.text()),
                    legend(cells.stream().map(cell -> Map.entry(cell.status(), cell.capability()))),
                    caller.id().isPresent());
        });
    }

    private static CellFilter newest(MatrixQuery query) {
        CellFilter asked = query.filter();
        CellFilter ofPolicy = asked.axes().containsKey(Axis.POLICY) ? asked : asked.with(Axis.POLICY, "preserved");
        return asked.axes().containsKey(Axis.VENDOR) ? ofPolicy : ofPolicy.with(Axis.VENDOR, "");
    }

    private static MatrixLegend legend(Stream<Map.Entry<Status, Capability>> shown) {
        List<Map.Entry<Status, Capability>> all = shown.distinct().toList();
        return MatrixLegend.of(
                all.stream().map(Map.Entry::getKey).toList(),
                all.stream().map(Map.Entry::getValue).toList());
    }

    /// A page that is being filled.
    private static final class Page {
        private final MatrixSnapshot now;
        private final CellFilter newest;
        private final List<Claim> claims;
        private final List<MatrixCell> cells = new ArrayList<>();
        private List<Claim> reports = List.of();
        private boolean isWhole = true;
        private int rows;

        Page(MatrixSnapshot now, CellFilter newest, List<Claim> claims) {
            this.now = now;
            this.newest = newest;
            this.claims = claims;
        }

        /// @return where the next page begins, empty on the last
        Optional<OverviewPlace> fill(OverviewPlace place) {
            return switch (place.part()) {
                case CLIENTS ->
                    products(place, newest().filter(cell -> cell.key().client().isPresent()))
                            .or(() -> fill(new OverviewPlace(OverviewPlace.Part.SERVERS, "")));
                case SERVERS ->
                    products(place, newest().filter(cell -> cell.key().client().isEmpty()))
                            .or(() -> fill(new OverviewPlace(OverviewPlace.Part.TRAFFIC, "")));
                case TRAFFIC ->
                    products(place, traffic()).or(() -> fill(new OverviewPlace(OverviewPlace.Part.REPORTS, "")));
                case REPORTS -> reports(place.after().isEmpty() ? 0 : Integer.parseInt(place.after()));
            };
        }

        private Stream<Cell> newest() {
            return now.newest(newest, Optional.empty(), Integer.MAX_VALUE).cells().stream();
        }

        /// Cells from live traffic, in all versions, unless they count like all others.
        private Stream<Cell> traffic() {
            return newest.hasTraffic()
                    ? Stream.empty()
                    : now.cells(newest.with(Axis.SCENARIO, CellKey.TRAFFIC).withTraffic()).stream();
        }

        private Optional<OverviewPlace> products(OverviewPlace from, Stream<Cell> part) {
            TreeMap<String, List<Cell>> products =
                    part.collect(Collectors.groupingBy(Page::product, TreeMap::new, Collectors.toList()));
            String last = from.after();
            for (Map.Entry<String, List<Cell>> product :
                    products.tailMap(last, false).entrySet()) {
                if (!add(product.getValue())) {
                    return Optional.of(new OverviewPlace(from.part(), last));
                }
                last = product.getKey();
            }
            return Optional.empty();
        }

        private boolean add(List<Cell> product) {
            TreeMap<String, List<MatrixCell>> byRow = product.stream()
                    .map(cell -> MatrixCell.of(cell, List.of(), false, false, ""))
                    .collect(Collectors.groupingBy(MatrixOverviewFactory::rowKey, TreeMap::new, Collectors.toList()));
            if (rows > 0 && rows + byRow.size() > MOST_ROWS) {
                return false;
            }
            isWhole &= byRow.size() <= MOST_ROWS;
            byRow.values().stream().limit(MOST_ROWS).forEach(cells::addAll);
            rows += byRow.size();
            return true;
        }

        private Optional<OverviewPlace> reports(int from) {
            int to = Math.min(claims.size(), from + Math.max(0, MOST_ROWS - rows));
            if (from < to) {
                reports = claims.subList(from, to);
            }
            return to < claims.size()
                    ? Optional.of(new OverviewPlace(OverviewPlace.Part.REPORTS, String.valueOf(to)))
                    : Optional.empty();
        }

        private static String product(Cell cell) {
            return cell.key()
                    .client()
                    .or(() -> cell.key().backend())
                    .map(Versioned::product)
                    .orElse("");
        }
    }
}
