package dev.throughline.pages.matrix;

import dev.throughline.matrix.Claim;
import dev.throughline.matrix.api.CellWords;
import dev.throughline.matrix.api.MatrixCell;
import dev.throughline.pages.matrix.MatrixOverview.OverviewRow;
import dev.throughline.pages.matrix.MatrixOverview.ReportLine;
import dev.throughline.pages.matrix.OverviewPlace.Part;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Takes products and reports as long as a page has room for them. A product is taken whole; one that is larger than a
/// page is cut.
final class OverviewFill {
    private final List<MatrixCell> cells = new ArrayList<>();
    private final List<ReportLine> reports = new ArrayList<>();
    private final boolean isTrafficCounted;
    private int room = PageRoom.BYTES;
    private boolean isWhole = true;

    OverviewFill(boolean isTrafficCounted) {
        this.isTrafficCounted = isTrafficCounted;
    }

    List<MatrixCell> cells() {
        return cells;
    }

    List<ReportLine> reports() {
        return reports;
    }

    /// Whether nothing was left out that no next page shows.
    boolean isWhole() {
        return isWhole;
    }

    /// Takes products of a part.
    /// @param hasMore whether the part has cells behind these
    /// @return where the next page begins; empty if the part is at its end
    Optional<OverviewPlace> take(OverviewPlace place, List<MatrixCell> found, boolean hasMore) {
        Map<String, List<MatrixCell>> products = products(place, found);
        if (hasMore && place.part() != Part.SERVERS && products.size() > 1) {
            products.remove(key(place.part(), found.getLast()));
        } else if (hasMore) {
            isWhole = false;
        }
        OverviewPlace next = place;
        for (Map.Entry<String, List<MatrixCell>> product : products.entrySet()) {
            if (!take(product.getValue())) {
                return Optional.of(next);
            }
            next = new OverviewPlace(place.part(), product.getKey());
        }
        return Optional.of(next).filter(_ -> hasMore && place.part() != Part.SERVERS);
    }

    /// The same for reports.
    Optional<OverviewPlace> take(OverviewPlace place, List<Claim> claims) {
        int from = Math.min(claims.size(), place.after().map(Integer::parseInt).orElse(0));
        List<ReportLine> lines = MatrixOverviewFactory.reports(claims.subList(from, claims.size()));
        for (ReportLine line : lines) {
            int bytes = PageRoom.bytes(line);
            if (bytes > room && !isEmpty()) {
                return Optional.of(new OverviewPlace(Part.REPORTS, String.valueOf(from + reports.size())));
            }
            room -= bytes;
            reports.add(line);
        }
        return Optional.empty();
    }

    private boolean take(List<MatrixCell> product) {
        int bytes = rows(product).stream().mapToInt(PageRoom::bytes).sum();
        if (bytes > room && !isEmpty()) {
            return false;
        }
        cells.addAll(bytes > room ? cut(product) : product);
        room -= bytes;
        return true;
    }

    private List<MatrixCell> cut(List<MatrixCell> product) {
        isWhole = false;
        Map<String, List<MatrixCell>> byRow = product.stream()
                .collect(Collectors.groupingBy(MatrixOverviewFactory::rowKey, TreeMap::new, Collectors.toList()));
        Set<MatrixCell> kept = new HashSet<>();
        int left = room;
        for (List<MatrixCell> row : byRow.values()) {
            left -= rows(row).stream().mapToInt(PageRoom::bytes).sum();
            if (left >= 0 || kept.isEmpty()) {
                kept.addAll(row);
            }
        }
        return product.stream().filter(kept::contains).toList();
    }

    private List<OverviewRow> rows(List<MatrixCell> some) {
        return MatrixOverviewFactory.sections(some, isTrafficCounted).stream()
                .flatMap(section -> section.rows().stream())
                .toList();
    }

    private boolean isEmpty() {
        return cells.isEmpty() && reports.isEmpty();
    }

    private static Map<String, List<MatrixCell>> products(OverviewPlace place, List<MatrixCell> found) {
        if (place.part() != Part.SERVERS) {
            return found.stream()
                    .collect(Collectors.groupingBy(
                            cell -> key(place.part(), cell), LinkedHashMap::new, Collectors.toList()));
        }
        TreeMap<String, List<MatrixCell>> servers = found.stream()
                .collect(Collectors.groupingBy(cell -> key(place.part(), cell), TreeMap::new, Collectors.toList()));
        return place.after().map(name -> servers.tailMap(name, false)).orElse(servers);
    }

    private static String key(Part part, MatrixCell cell) {
        boolean isClient = part != Part.SERVERS && cell.client() == null;
        return isClient ? "" : CellWords.product(cell);
    }
}
