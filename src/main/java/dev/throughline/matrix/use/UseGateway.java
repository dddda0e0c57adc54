package dev.throughline.matrix.use;

import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.VersionScheme;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

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

    /// The same with the newest of these versions, unless it names one.
    UseGateway newestOf(List<Versioned> measured) {
        return version.isPresent()
                ? this
                : new UseGateway(
                        product,
                        measured.stream()
                                .filter(this::means)
                                .map(Versioned::version)
                                .max(Comparator.comparing(VersionScheme.SEMVER::order)));
    }

    /// `product@version`, or the product.
    String label() {
        return product + version.map(number -> "@" + number).orElse("");
    }
}
