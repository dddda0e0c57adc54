package dev.throughline.matrix;

import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.KnownProduct.ListedVersion;
import dev.throughline.matrix.Product.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// The products of a matrix with their versions: those that are known, and those that were measured.
final class MatrixProducts {
    /// As many unmeasured releases of a product are considered, the newest by number.
    private static final int MOST_UNMEASURED = 100;

    private final Map<String, KnownProduct> products;
    private final Map<String, Map<String, Instant>> seen = new HashMap<>();
    private final Set<Versioned> measured = new HashSet<>();
    private final Set<Versioned> measuredOnPurpose = new HashSet<>();
    private final Map<Versioned, Boolean> overtaken = new ConcurrentHashMap<>();
    private final Map<Versioned, Versioned> ordered = new ConcurrentHashMap<>();

    /// @param known products by id
    /// @param cells all of the matrix
    MatrixProducts(Map<String, KnownProduct> known, Collection<Cell> cells) {
        products = new TreeMap<>(known);
        cells.forEach(this::add);
    }

    private void add(Cell cell) {
        CellKey key = cell.key();
        key.client().ifPresent(side -> add(side, Kind.CLIENT, cell));
        key.backend().ifPresent(side -> add(side, Kind.BACKEND, cell));
        key.gateway().ifPresent(side -> add(side, Kind.GATEWAY, cell));
    }

    private void add(Versioned side, Kind kind, Cell cell) {
        if (KnownProduct.isProduct(side.product())) {
            products.computeIfAbsent(side.product(), name -> KnownProduct.measured(name, kind, Map.of()));
            if (!side.version().isEmpty()) {
                seen.computeIfAbsent(side.product(), _ -> new HashMap<>())
                        .merge(side.version(), cell.firstMeasured(), MatrixProducts::earlier);
            }
        }
        if (kind != Kind.GATEWAY) {
            measured.add(ordered(side));
            if (!cell.key().isTraffic()) {
                measuredOnPurpose.add(ordered(side));
            }
        }
    }

    List<Product> list() {
        return products.values().stream().map(KnownProduct::product).toList();
    }

    Optional<Product> find(String id) {
        return Optional.ofNullable(products.get(id)).map(KnownProduct::product);
    }

    ReleaseHistory releases(String product) {
        return Optional.ofNullable(products.get(product))
                .orElseGet(() -> KnownProduct.measured(product, Kind.CLIENT, Map.of()))
                .releases();
    }

    /// Versions newest first, by number.
    List<ProductVersion> versions(String id) {
        KnownProduct product = products.get(id);
        if (product == null) {
            return List.of();
        }
        Map<String, Instant> first = new HashMap<>(seen.getOrDefault(id, Map.of()));
        product.listed()
                .forEach((version, listed) -> first.merge(version, listed.firstSeen(), MatrixProducts::earlier));
        List<ProductVersion> versions = new ArrayList<>();
        first.forEach((version, moment) -> versions.add(new ProductVersion(
                version,
                moment,
                Optional.ofNullable(product.releases().published().get(version)),
                Optional.ofNullable(product.listed().get(version))
                        .filter(ListedVersion::isLatest)
                        .isPresent(),
                measured.contains(ordered(new Versioned(id, version))))));
        versions.sort(Comparator.comparing(
                        (ProductVersion one) -> product.product().scheme().order(one.version()),
                        Comparator.reverseOrder())
                .thenComparing(ProductVersion::version));
        return versions;
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /// Whether a release that follows this one, or may, was never measured on purpose.
    boolean isOvertaken(Versioned tested) {
        return overtaken.computeIfAbsent(tested, this::isFollowed);
    }

    private boolean isFollowed(Versioned tested) {
        ReleaseHistory releases = releases(tested.product());
        return versions(tested.product()).stream()
                .map(ProductVersion::version)
                .filter(version -> isUnmeasuredRelease(ordered(new Versioned(tested.product(), version))))
                .limit(MOST_UNMEASURED)
                .anyMatch(later -> releases.mayPrecede(tested.version(), later));
    }

    private boolean isUnmeasuredRelease(Versioned ordered) {
        return ordered.version().indexOf(SemanticVersion.PRERELEASE) < 0 && !measuredOnPurpose.contains(ordered);
    }

    /// The same product with the sort key as version.
    private Versioned ordered(Versioned side) {
        return ordered.computeIfAbsent(side, one -> {
            VersionScheme scheme = find(one.product()).map(Product::scheme).orElse(VersionScheme.SEMVER);
            return new Versioned(one.product(), scheme.order(one.version()));
        });
    }
}
