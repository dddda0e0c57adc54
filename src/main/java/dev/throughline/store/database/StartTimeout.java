package dev.throughline.store.database;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;

/// How long a server may take to start: its first start sets up the data, and a start after a crash recovers it, both
/// slow on a busy machine.
final class StartTimeout {
    /// Names the setting in the environment.
    static final String VARIABLE = "THROUGHLINE_DATABASE_START_TIMEOUT";
    static final Duration DEFAULT = Duration.ofMinutes(10);

    private StartTimeout() {}

    /// Reads `90s`, `10m`, `1h` or an ISO 8601 duration; 10 minutes where nothing is set.
    /// @throws DatabaseException when it is no duration of a second or more
    static Duration of(Map<String, String> environment) {
        String text = environment.getOrDefault(VARIABLE, "").strip().toUpperCase(Locale.ROOT);
        if (text.isEmpty()) {
            return DEFAULT;
        }
        try {
            Duration patience = Duration.parse(text.startsWith("P") ? text : "PT" + text);
            if (patience.compareTo(Duration.ofSeconds(1)) >= 0) {
                return patience;
            }
        } catch (DateTimeParseException _) {
            // said below
        }
        throw new DatabaseException(VARIABLE + ": a duration such as 90s or 10m was expected, found " + text);
    }
}
