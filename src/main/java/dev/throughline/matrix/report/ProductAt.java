package dev.throughline.matrix.report;

import dev.throughline.matrix.CellKey.Versioned;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A product at a version.
@Schema(description = "A product at a version.")
public record ProductAt(String product, String version) {

    /// Null for a side that nobody stands on.
    public static @Nullable ProductAt of(Optional<Versioned> side) {
        return side.map(one -> new ProductAt(one.product(), one.version())).orElse(null);
    }

    /// `product@version`, the product alone where the version is left open.
    public String label() {
        return version.isEmpty() ? product : product + "@" + version;
    }
}
