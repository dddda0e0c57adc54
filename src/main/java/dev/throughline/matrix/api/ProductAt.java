package dev.throughline.matrix.api;

import dev.throughline.matrix.CellKey.Versioned;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A product and its version.
@Schema(description = "A product at a version.")
public record ProductAt(String product, String version) {
    /// Null for an empty side.
    public static @Nullable ProductAt of(Optional<Versioned> side) {
        return side.map(one -> new ProductAt(one.product(), one.version())).orElse(null);
    }

    /// `product@version`, or the product alone if the version is not given.
    public String label() {
        return version.isEmpty() ? product : product + "@" + version;
    }
}
