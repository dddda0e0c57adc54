package dev.throughline.access;

import dev.throughline.text.KebabCase;
import java.util.Arrays;
import java.util.Optional;

/// The values of `throughline.access`.
public enum AccessSetting {
    /// Everyone who reaches the service may do everything; for loopback addresses only.
    OPEN,
    /// A key is needed.
    KEYS,
    /// `OPEN` on an address that other machines reach.
    OPEN_TO_EVERYONE;

    /// The value of this name: `open`, `keys`, `open-to-everyone`.
    public static Optional<AccessSetting> named(String name) {
        return Arrays.stream(values())
                .filter(value -> value.label().equals(name))
                .findFirst();
    }

    public String label() {
        return KebabCase.of(this);
    }
}
