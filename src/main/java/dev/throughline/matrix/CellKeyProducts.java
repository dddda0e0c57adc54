package dev.throughline.matrix;

import dev.throughline.matrix.CellKey.Versioned;
import java.util.Optional;
import java.util.stream.Stream;

/// The products in a combination: client, gateway and backend.
final class CellKeyProducts {
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
    static CellKey withoutVersion(CellKey key, String product) {
        return new CellKey(
                key.suite(),
                key.scenario(),
                key.policy(),
                key.streaming(),
                without(key.client(), product),
                key.variant(),
                key.client().filter(client -> client.product().equals(product)).isPresent() ? "" : key.sdk(),
                key.reasoningField(),
                key.model(),
                without(key.gateway(), product),
                without(key.backend(), product),
                key.template(),
                key.dialectIn(),
                key.dialectOut());
    }

    private static Optional<Versioned> without(Optional<Versioned> side, String product) {
        return side.map(one -> one.product().equals(product) ? new Versioned(product, "") : one);
    }
}
