package dev.throughline.matrix;

import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.text.Sha256;
import dev.throughline.verdict.Capability;
import java.util.Optional;

/// Derives the ids of keys and cells: the first digits of a SHA-256 over all their parts, in hexadecimal.
///
/// The same combination has the same ids in every deployment and at any time.
public final class CellIdDigest {
    private static final int KEY_DIGITS = 32;
    private static final int CELL_DIGITS = 24;

    private CellIdDigest() {}

    /// The id of a combination.
    public static String of(CellKey key) {
        StringBuilder parts = new StringBuilder();
        add(parts, Integer.toString(key.suite()));
        add(parts, key.scenario());
        add(parts, key.policy().name());
        add(parts, key.streaming().name());
        add(parts, key.client());
        add(parts, key.variant());
        add(parts, key.model());
        add(parts, key.gateway());
        add(parts, key.backend());
        add(parts, key.template());
        add(parts, key.dialectIn().id());
        add(parts, key.dialectOut().id());
        for (Axis axis : Axis.values()) {
            if (axis.isYounger()) {
                addNamed(parts, axis.field(), axis.of(key));
            }
        }
        return digits(parts, KEY_DIGITS);
    }

    /// The id of the cell of a capability for a combination.
    public static String of(CellKey key, Capability capability) {
        StringBuilder parts = new StringBuilder();
        add(parts, of(key));
        add(parts, capability.name());
        return digits(parts, CELL_DIGITS);
    }

    private static void add(StringBuilder parts, Optional<Versioned> versioned) {
        add(parts, versioned.map(Versioned::product).orElse(""));
        add(parts, versioned.map(Versioned::version).orElse(""));
    }

    // Younger axes count only where they have a value, so that older combinations keep their ids.
    private static void addNamed(StringBuilder parts, String axis, String value) {
        if (!value.isEmpty()) {
            add(parts, axis);
            add(parts, value);
        }
    }

    // The length prefix keeps adjacent parts from being confused.
    private static void add(StringBuilder parts, String part) {
        parts.append(part.length()).append(':').append(part);
    }

    private static String digits(StringBuilder parts, int count) {
        return Sha256.hex(parts.toString()).substring(0, count);
    }
}
