package dev.throughline.matrix;

import dev.throughline.matrix.CellKey.Versioned;
import java.util.Optional;
import java.util.stream.Stream;

/// The products in a combination: client, gateway and backend.
public final class CellKeyProducts {
    private CellKeyProducts() {}

    static Stream<Versioned> of(CellKey key) {
        return Stream.of(key.client(), key.gateway(), key.backend()).flatMap(Optional::stream);
    }

    /// The version of a product in a combination; empty if it is not part of it.
    static Optional<String> version(CellKey key, String product) {
        return of(key).filter(side -> side.product().equals(product))
                .map(Versioned::version)
                .findFirst();
    }

    /// The combination with the version of a product removed, and the packages that come with that of a client.
    public static CellKey withoutVersion(CellKey key, String product) {
        return CellKey.of(axis -> comesWith(axis, key, product) ? "" : axis.of(key));
    }

    private static boolean comesWith(Axis axis, CellKey key, String product) {
        return switch (axis) {
            case CLIENT_VERSION, SDK -> is(key.client(), product);
            case GATEWAY_VERSION -> is(key.gateway(), product);
            case BACKEND_VERSION -> is(key.backend(), product);
            default -> false;
        };
    }

    private static boolean is(Optional<Versioned> side, String product) {
        return side.map(Versioned::product).filter(product::equals).isPresent();
    }
}
