package dev.throughline.matrix;

import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;

/// Facts about a product beside its measurements.
///
/// @param listed the versions that its registry once listed as its latest
public record KnownProduct(Product product, ReleaseHistory releases, Map<String, ListedVersion> listed) {
    private static final Pattern ID = Pattern.compile("[a-z0-9][a-z0-9._@/-]{0,99}");

    public KnownProduct {
        listed = Map.copyOf(listed);
    }

    /// A version that a registry listed as its latest.
    /// @param isLatest whether it was when the registry was last queried
    public record ListedVersion(Instant firstSeen, boolean isLatest) {}

    /// A product that is known by its measurements alone.
    public static KnownProduct measured(String id, Product.Kind kind, Map<String, Instant> published) {
        return new KnownProduct(
                new Product(id, kind, id, VersionScheme.SEMVER, ""),
                new ReleaseHistory(VersionScheme.SEMVER, published),
                Map.of());
    }

    /// Whether a name that was measured can be that of a product.
    static boolean isProduct(String name) {
        return ID.matcher(name).matches();
    }
}
