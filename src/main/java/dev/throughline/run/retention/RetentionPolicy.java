package dev.throughline.run.retention;

import dev.throughline.run.RetentionStep;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How long each kind of data is kept after its run was sealed. A step that is absent is never applied.
///
/// @param keep for each step at most as long as for the steps after it; a missing value defaults to that of
///     the next step
public record RetentionPolicy(Map<RetentionStep, Duration> keep) {
    /// Applies the defaults.
    /// @throws IllegalArgumentException for a negative duration, and for one longer than that of a later
    ///     step
    public RetentionPolicy {
        keep = filled(keep);
    }

    /// The configured policy.
    public static RetentionPolicy of(RetentionConfig config) {
        Map<RetentionStep, Duration> keep = new EnumMap<>(RetentionStep.class);
        for (RetentionStep step : RetentionStep.values()) {
            setting(config, step).ifPresent(duration -> keep.put(step, duration));
        }
        return new RetentionPolicy(keep);
    }

    /// Whether nothing is ever removed.
    public boolean isOff() {
        return keep.isEmpty();
    }

    private static Optional<Duration> setting(RetentionConfig config, RetentionStep step) {
        return switch (step) {
            case BODIES -> config.bodies();
            case TOKENS -> config.tokens();
            case EXCHANGES -> config.exchanges();
            case VERDICTS -> config.verdicts();
        };
    }

    private static Map<RetentionStep, Duration> filled(Map<RetentionStep, Duration> given) {
        Map<RetentionStep, Duration> filled = new EnumMap<>(RetentionStep.class);
        Optional<RetentionStep> next = Optional.empty();
        for (RetentionStep step : List.of(RetentionStep.values()).reversed()) {
            if (given.containsKey(step)) {
                Duration own = given.get(step);
                check(step, own, next, filled);
                filled.put(step, own);
                next = Optional.of(step);
            } else {
                next.ifPresent(later -> filled.put(step, filled.get(later)));
            }
        }
        return Map.copyOf(filled);
    }

    private static void check(
            RetentionStep step, Duration own, Optional<RetentionStep> next, Map<RetentionStep, Duration> filled) {
        if (own.isNegative()) {
            throw new IllegalArgumentException(name(step) + ": expected zero or more, found " + own);
        }
        next.filter(later -> own.compareTo(filled.get(later)) > 0).ifPresent(later -> {
            throw new IllegalArgumentException(name(step) + " (" + own + ") may not be longer than " + name(later)
                    + " (" + filled.get(later) + ")");
        });
    }

    private static String name(RetentionStep step) {
        return "throughline.retention." + step.label();
    }
}
