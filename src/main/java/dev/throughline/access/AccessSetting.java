package dev.throughline.access;

import dev.throughline.text.KebabCase;
import java.util.Arrays;
import java.util.Optional;

/// The values of `throughline.access`.
public enum AccessSetting {
    /// Everyone who can reach the service may do everything; for loopback addresses only.
    OPEN,
    /// A key is required.
    KEYS,
    /// `OPEN` on an address that other machines can reach.
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
