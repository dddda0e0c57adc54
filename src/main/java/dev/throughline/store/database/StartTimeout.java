package dev.throughline.store.database;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The start timeout of the server: the embedded one's first start sets up the data, and a start after a crash recovers
/// it, both of which are slow on a busy machine; another one may not be there yet.
final class StartTimeout {
    static final String VARIABLE = "THROUGHLINE_DATABASE_START_TIMEOUT";
    static final Duration DEFAULT = Duration.ofMinutes(10);

    private StartTimeout() {}

    /// Parses `90s`, `10m`, `1h` or an ISO 8601 duration; 10 minutes if nothing is set.
    /// @throws DatabaseException if it is not a duration of a second or more
    static Duration of(Map<String, String> environment) {
        return given(environment).orElse(DEFAULT);
    }

    /// The same; empty if nothing is set.
    static Optional<Duration> given(Map<String, String> environment) {
        String text = environment.getOrDefault(VARIABLE, "").strip().toUpperCase(Locale.ROOT);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            Duration patience = Duration.parse(text.startsWith("P") ? text : "PT" + text);
            if (patience.compareTo(Duration.ofSeconds(1)) >= 0) {
                return Optional.of(patience);
            }
        } catch (DateTimeParseException _) {
            // reported below
        }
        throw new DatabaseException(VARIABLE + ": a duration such as 90s or 10m was expected, found " + text);
    }
}
