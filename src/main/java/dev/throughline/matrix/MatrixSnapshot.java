package dev.throughline.matrix;

import dev.throughline.matrix.Cell.Flag;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.CellPage.Cursor;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The matrix at one moment: cells in matrix order, derived from votes, and the products that they name.
/// Immutable.
public final class MatrixSnapshot {
    /// Without any cell or product.
    public static final MatrixSnapshot EMPTY = new MatrixSnapshot(Map.of(), new TreeMap<>());

    private final Map<String, KnownProduct> known;
    private final NavigableMap<String, List<PlacedCell>> clients;
    private final MatrixProducts products;
    private final Map<Boolean, Map<String, String>> newest;
    private final Map<String, Optional<String>> newestMeasured;
    private final Function<Cell, Cell> reading;

    private MatrixSnapshot(Map<String, KnownProduct> known, NavigableMap<String, List<PlacedCell>> clients) {
        this.known = known;
        this.clients = clients;
        this.products = new MatrixProducts(known, all().map(PlacedCell::cell).toList());
        this.newest = new ConcurrentHashMap<>();
        this.newestMeasured = new ConcurrentHashMap<>();
        this.reading = Function.identity();
    }

    private MatrixSnapshot(MatrixSnapshot other, Function<Cell, Cell> reading) {
        this.known = other.known;
        this.clients = other.clients;
        this.products = other.products;
        this.newest = other.newest;
        this.newestMeasured = other.newestMeasured;
        this.reading = reading;
    }

    /// @param order sort key of the version of its client
    private record PlacedCell(Cell cell, String order) {
        Cursor place() {
            return new Cursor(client(cell.key()), order, cell.id());
        }
    }

    /// This matrix with other cells of some combinations, and with other or more products.
    /// @param changed all cells of each combination that changed; none to leave it out
    public MatrixSnapshot with(Map<CellKey, List<Cell>> changed, Collection<KnownProduct> others) {
        Map<String, KnownProduct> all = new HashMap<>(known);
        others.forEach(product -> all.put(product.product().id(), product));
        Map<String, List<CellKey>> byClient =
                changed.keySet().stream().collect(Collectors.groupingBy(MatrixSnapshot::client));
        NavigableMap<String, List<PlacedCell>> placed = new TreeMap<>(clients);
        byClient.forEach((client, keys) -> {
            VersionScheme scheme = Optional.ofNullable(all.get(client))
                    .map(product -> product.product().scheme())
                    .orElse(VersionScheme.SEMVER);
            List<PlacedCell> cells = new ArrayList<>(clients.getOrDefault(client, List.of()));
            cells.removeIf(one -> changed.containsKey(one.cell().key()));
            keys.forEach(key -> {
                String order =
                        key.client().map(side -> scheme.order(side.version())).orElse("");
                changed.getOrDefault(key, List.of()).forEach(cell -> cells.add(new PlacedCell(cell, order)));
            });
            cells.sort(Comparator.comparing(PlacedCell::place, Cursor.ORDER));
            placed.put(client, List.copyOf(cells));
        });
        return new MatrixSnapshot(all, placed);
    }

    /// The same matrix, whose cells have the flags that depend on the time of reading and on what others
    /// reported.
    public MatrixSnapshot read(Instant now, Duration staleAfter, Collection<Claim> claims) {
        return new MatrixSnapshot(this, new CellFlagRules(now, staleAfter, products::isOvertaken, claims)::on);
    }

    /// The cells that a filter selects, in matrix order.
    public List<Cell> cells(CellFilter filter) {
        return matching(filter, Optional.empty())
                .map(PlacedCell::cell)
                .map(reading)
                .toList();
    }

    /// A page of them.
    /// @param after where the previous page ended
    public CellPage cells(CellFilter filter, Optional<Cursor> after, int limit) {
        return page(matching(filter, after), limit);
    }

    /// A page of those that were measured after a moment.
    public CellPage measuredAfter(CellFilter filter, Instant moment, Optional<Cursor> after, int limit) {
        return page(
                matching(filter, after).filter(one -> one.cell().lastMeasured().isAfter(moment)), limit);
    }

    /// A page of those of the newest measured version of each client, and of each backend that was checked by
    /// itself.
    public CellPage newest(CellFilter filter, Optional<Cursor> after, int limit) {
        Map<String, String> newest = newest(filter.hasTraffic());
        return page(
                matching(filter, after)
                        .filter(one -> tested(one)
                                .filter(side -> side.version().equals(newest.get(side.product())))
                                .isPresent()),
                limit);
    }

    private CellPage page(Stream<PlacedCell> matching, int limit) {
        List<PlacedCell> found = matching.limit(limit + 1L).toList();
        List<PlacedCell> shown = found.subList(0, Math.min(limit, found.size()));
        return new CellPage(
                shown.stream().map(PlacedCell::cell).map(reading).toList(),
                found.size() > limit ? Optional.of(shown.getLast().place()) : Optional.empty());
    }

    private Stream<PlacedCell> matching(CellFilter filter, Optional<Cursor> after) {
        return of(filter, after)
                .filter(one ->
                        filter.accepts(one.cell()) && filter.accepts(one.cell().key()))
                .filter(one -> after.filter(place -> Cursor.ORDER.compare(one.place(), place) <= 0)
                        .isEmpty());
    }

    /// The cells of the clients that a page can have.
    private Stream<PlacedCell> of(CellFilter filter, Optional<Cursor> after) {
        String client = filter.axes().get(Axis.CLIENT);
        if (client != null) {
            return clients.getOrDefault(client, List.of()).stream();
        }
        return after.map(place -> clients.tailMap(place.client(), true)).orElse(clients).values().stream()
                .flatMap(List::stream);
    }

    /// The cell with this id.
    public Optional<Cell> cell(String id) {
        return all().filter(one -> one.cell().id().equals(id))
                .map(PlacedCell::cell)
                .map(reading)
                .findFirst();
    }

    /// All products by id.
    public List<Product> products() {
        return products.list();
    }

    /// The product with this id.
    public Optional<Product> product(String id) {
        return products.find(id);
    }

    /// The known versions of a product, newest first, by number.
    public List<ProductVersion> versions(String product) {
        return products.versions(product);
    }

    /// The newest measured version of a product, as its releases are ordered.
    public Optional<String> newestMeasured(String product) {
        return product(product)
                .flatMap(_ -> newestMeasured.computeIfAbsent(
                        product,
                        id -> versions(id).stream()
                                .filter(ProductVersion::isMeasured)
                                .map(ProductVersion::version)
                                .max(releases(id).order())));
    }

    /// The known releases of a product.
    public ReleaseHistory releases(String product) {
        return products.releases(product);
    }

    /// When its registry published each known release of a product, by product; only those of which any is
    /// known.
    public Map<String, Map<String, Instant>> published() {
        Map<String, Map<String, Instant>> published = new HashMap<>();
        known.forEach((id, product) -> {
            if (!product.releases().published().isEmpty()) {
                published.put(id, product.releases().published());
            }
        });
        return published;
    }

    /// The newest measured version of each product that was tested, as its releases are ordered.
    private Map<String, String> newest(boolean hasTraffic) {
        return newest.computeIfAbsent(hasTraffic, _ -> {
            Map<String, Set<String>> measured = all().filter(
                            one -> hasTraffic || !one.cell().key().isTraffic())
                    .flatMap(one -> tested(one).stream())
                    .collect(Collectors.groupingBy(
                            Versioned::product, Collectors.mapping(Versioned::version, Collectors.toSet())));
            Map<String, String> found = new HashMap<>();
            measured.forEach((product, versions) ->
                    versions.stream().max(releases(product).order()).ifPresent(version -> found.put(product, version)));
            return found;
        });
    }

    private Stream<PlacedCell> all() {
        return clients.values().stream().flatMap(List::stream);
    }

    /// The subject of a cell: the client, or the backend if it was checked by itself.
    private static Optional<Versioned> tested(PlacedCell one) {
        return CellFlagRules.tested(one.cell());
    }

    private static String client(CellKey key) {
        return key.client().map(Versioned::product).orElse("");
    }

    /// Computes the flags that depend on the time of reading and on other cells, versions and claims.
    ///
    /// @param isOvertaken whether a later release of a product was never measured
    /// @param claims those that may apply to the cells
    public record CellFlagRules(
            Instant now, Duration staleAfter, Predicate<Versioned> isOvertaken, Collection<Claim> claims) {
        public Cell on(Cell cell) {
            Set<Flag> flags = EnumSet.noneOf(Flag.class);
            flags.addAll(cell.flags());
            if (isOld(cell) || tested(cell).filter(isOvertaken).isPresent()) {
                flags.add(Flag.STALE);
            }
            if (claims.stream().anyMatch(claim -> claim.isContradictedBy(cell))) {
                flags.add(Flag.DISPUTED);
            }
            return cell.with(flags);
        }

        private boolean isOld(Cell cell) {
            return cell.lastMeasured().isBefore(now.minus(staleAfter));
        }

        /// The subject of a cell: the client, or the backend if it was checked by itself.
        static Optional<Versioned> tested(Cell cell) {
            return cell.key().client().or(() -> cell.key().backend());
        }
    }
}
