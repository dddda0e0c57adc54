package dev.throughline.access;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

/// The limits of a key; an absent one is the deployment's default.
public record KeyLimits(Map<Limit, Long> own) {
    /// Nothing but the defaults.
    public static final KeyLimits NONE = new KeyLimits(Map.of());

    public KeyLimits {
        own.forEach((limit, value) -> {
            if (value < 1) {
                throw new IllegalArgumentException(limit.label() + ": at least 1 was expected, found " + value);
            }
        });
        own = Map.copyOf(own);
    }

    /// The limits given by a row or a command line.
    public static KeyLimits of(Function<Limit, OptionalLong> named) {
        Map<Limit, Long> own = new EnumMap<>(Limit.class);
        for (Limit limit : Limit.values()) {
            named.apply(limit).ifPresent(value -> own.put(limit, value));
        }
        return new KeyLimits(own);
    }

    /// These limits with the defaults for those that are absent.
    Map<Limit, Long> over(Map<Limit, Long> defaults) {
        Map<Limit, Long> all = new EnumMap<>(defaults);
        all.putAll(own);
        return Map.copyOf(all);
    }
}
