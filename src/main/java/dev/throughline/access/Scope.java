package dev.throughline.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// The permissions of a key; each scope includes those before it.
public enum Scope {
    /// Read published runs, and those that the key itself opened.
    READ,
    /// Open runs, use the dialect endpoints, seal, publish and delete what it opened.
    RUN,
    /// Measure for everyone: its runs and checks count in the matrix, and it may report which version is
    /// the latest.
    MEASURE,
    /// Everything, on the runs of all keys.
    ADMIN;

    /// The scope of this name, as in settings: `read`, `run`, `measure`, `admin`.
    public static Optional<Scope> named(String name) {
        return Arrays.stream(values())
                .filter(scope -> scope.label().equals(name))
                .findFirst();
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    boolean covers(Scope needed) {
        return compareTo(needed) >= 0;
    }
}
