package dev.throughline.run.retention;

import java.time.Duration;
import java.util.Optional;

/// How long data is kept after its run was sealed; what is empty is kept forever.
///
/// @param contents of request bodies and tokens; at most as long as the run, which is the default
/// @param runs of a run with all that is left of it
public record RetentionPolicy(Optional<Duration> contents, Optional<Duration> runs) {
    private static final String CONTENTS = "throughline.retention.contents";
    private static final String RUNS = "throughline.retention.runs";

    /// @throws IllegalArgumentException for a negative duration, and for contents that outlive their run
    public RetentionPolicy {
        contents = contents.or(() -> runs);
        check(CONTENTS, contents);
        check(RUNS, runs);
        if (runs.isPresent() && contents.orElseThrow().compareTo(runs.get()) > 0) {
            throw new IllegalArgumentException(
                    CONTENTS + " (" + contents.get() + ") may not be longer than " + RUNS + " (" + runs.get() + ")");
        }
    }

    public static RetentionPolicy of(RetentionConfig config) {
        return new RetentionPolicy(config.contents(), config.runs());
    }

    /// Whether nothing is ever removed.
    public boolean isOff() {
        return contents.isEmpty();
    }

    private static void check(String name, Optional<Duration> age) {
        age.filter(Duration::isNegative).ifPresent(negative -> {
            throw new IllegalArgumentException(name + ": expected zero or more, found " + negative);
        });
    }
}
