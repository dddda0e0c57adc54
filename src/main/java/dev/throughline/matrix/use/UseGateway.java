package dev.throughline.matrix.use;

import dev.throughline.matrix.Cell;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.VersionScheme;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The gateway in a question.
///
/// @param product its id, for instance `throughline`
/// @param version empty for the newest measured one
public record UseGateway(String product, Optional<String> version) {
    /// Whether it is this one; any version of the product if none is named.
    boolean means(Versioned found) {
        return found.product().equals(product)
                && version.map(found.version()::equals).orElse(true);
    }

    /// The same with its version that was first measured last, unless it names one. Numbers alone order no versions.
    UseGateway newestOf(List<Cell> measured) {
        return version.isPresent()
                ? this
                : new UseGateway(
                        product,
                        measured.stream()
                                .filter(cell ->
                                        cell.key().gateway().filter(this::means).isPresent())
                                .collect(Collectors.toMap(
                                        cell -> cell.key()
                                                .gateway()
                                                .orElseThrow()
                                                .version(),
                                        Cell::firstMeasured,
                                        (one, other) -> one.isBefore(other) ? one : other))
                                .entrySet()
                                .stream()
                                .max(Map.Entry.<String, Instant>comparingByValue()
                                        .thenComparing(one -> VersionScheme.SEMVER.order(one.getKey())))
                                .map(Map.Entry::getKey));
    }

    /// `product@version`, or the product.
    String label() {
        return product + version.map(number -> "@" + number).orElse("");
    }
}
