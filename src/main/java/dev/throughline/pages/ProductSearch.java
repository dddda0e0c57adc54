package dev.throughline.pages;

import dev.throughline.matrix.MatrixSnapshot;
import dev.throughline.matrix.NearMatches;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.ProductVersion;
import dev.throughline.matrix.api.MatrixTable;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds products and versions by what people type: `opencode`, `opencode 1.1.34`, `opencode@1.1.34`, `1.1.34`, or a
/// part of a name.
///
/// @param exact the one that the text names; then nothing else is looked for
/// @param hits those whose name or version has the text in it
/// @param near those with similar names, if there is no hit
record ProductSearch(Optional<Hit> exact, List<Hit> hits, List<Hit> near) {
    private static final int MOST = 20;

    /// A product, or one of its versions.
    /// @param version empty for all versions
    public record Hit(String product, String version, String kind, String address) {}

    /// @param typed not blank
    static ProductSearch of(String typed, MatrixSnapshot now) {
        String text = typed.strip().replaceFirst("(?<=[^@\\s])@", " ");
        int space = text.lastIndexOf(' ');
        Optional<Hit> whole = named(text, now).map(product -> hit(product, "", now));
        if (whole.isPresent() || space < 0) {
            return whole.map(ProductSearch::exact).orElseGet(() -> parts(text, "", now));
        }
        String name = text.substring(0, space).strip();
        String version = text.substring(space + 1).replaceFirst("^v(?=\\d)", "");
        return named(name, now)
                .map(product -> version(product, version, now))
                .orElseGet(() -> parts(name, version, now));
    }

    private static ProductSearch exact(Hit hit) {
        return new ProductSearch(Optional.of(hit), List.of(), List.of());
    }

    /// A version of a known product: the very one, those that begin with it, or similar ones.
    private static ProductSearch version(Product product, String asked, MatrixSnapshot now) {
        String version =
                asked.equals("latest") ? now.newestMeasured(product.id()).orElse(asked) : asked;
        List<String> known =
                now.versions(product.id()).stream().map(ProductVersion::version).toList();
        if (known.contains(version)) {
            return exact(hit(product, version, now));
        }
        List<String> longer = known.stream()
                .filter(one -> one.startsWith(version))
                .limit(MOST)
                .toList();
        List<String> near = longer.isEmpty() ? NearMatches.of(version, known) : List.of();
        return new ProductSearch(
                Optional.empty(),
                longer.stream().map(one -> hit(product, one, now)).toList(),
                Stream.concat(near.stream(), Stream.of("").filter(_ -> longer.isEmpty()))
                        .map(one -> hit(product, one, now))
                        .toList());
    }

    /// @param version empty if none was typed
    private static ProductSearch parts(String name, String version, MatrixSnapshot now) {
        String part = name.toLowerCase(Locale.ROOT);
        List<Hit> hits = now.products().stream()
                .flatMap(product -> hits(product, part, version, now))
                .limit(MOST)
                .toList();
        List<String> near = hits.isEmpty()
                ? NearMatches.of(name, now.products().stream().map(Product::id).toList())
                : List.of();
        return new ProductSearch(
                Optional.empty(),
                hits,
                near.stream()
                        .flatMap(id -> now.product(id).stream())
                        .map(product -> hit(product, version, now))
                        .toList());
    }

    private static Stream<Hit> hits(Product product, String part, String version, MatrixSnapshot now) {
        if (product.id().contains(part)
                || product.title().toLowerCase(Locale.ROOT).contains(part)) {
            return Stream.of(hit(product, version, now));
        }
        boolean isVersion = version.isEmpty()
                && now.versions(product.id()).stream()
                        .anyMatch(known -> known.isMeasured() && known.version().equals(part));
        return isVersion ? Stream.of(hit(product, part, now)) : Stream.empty();
    }

    private static Optional<Product> named(String text, MatrixSnapshot now) {
        String id = text.toLowerCase(Locale.ROOT).replace(' ', '-');
        return now.product(id)
                .or(() -> now.products().stream()
                        .filter(product -> product.title().equalsIgnoreCase(text)
                                || product.id().equalsIgnoreCase(text))
                        .findFirst());
    }

    /// A hit for a version, or for the product if the version is unknown.
    private static Hit hit(Product product, String version, MatrixSnapshot now) {
        boolean isKnown = now.versions(product.id()).stream()
                .anyMatch(known -> known.version().equals(version));
        String side = switch (product.kind()) {
            case CLIENT, SDK -> "client";
            case GATEWAY -> "gateway";
            case BACKEND -> "backend";
        };
        String address = MatrixTable.with("/matrix", side, product.id());
        return new Hit(
                product.id(),
                isKnown ? version : "",
                product.kind().name().toLowerCase(Locale.ROOT),
                isKnown ? MatrixTable.with(address, side + "Version", version) : address);
    }
}
