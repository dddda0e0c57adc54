package dev.throughline.backend;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/// Parses `Retry-After`: seconds or a date. Source: RFC 9110, section 10.2.3.
final class RetryAfter {
    private RetryAfter() {}

    static Optional<Duration> of(BackendHead head) {
        return head.header("retry-after").flatMap(value -> parse(value.strip(), Instant.now()));
    }

    static Optional<Duration> parse(String value, Instant now) {
        try {
            return Optional.of(Duration.ofSeconds(Long.parseLong(value)));
        } catch (NumberFormatException _) {
            return date(value, now);
        }
    }

    private static Optional<Duration> date(String value, Instant now) {
        try {
            Instant at = ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            Duration wait = Duration.between(now, at);
            return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
