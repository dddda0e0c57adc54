package dev.throughline.rest;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Validates query parameters. An invalid one fails the request with its name.
public final class QueryParameters {
    static final int DEFAULT_LIMIT = 50;
    static final int MAX_LIMIT = 500;

    private QueryParameters() {}

    /// The requested number of results.
    public static int limit(@Nullable String text) {
        return text == null ? DEFAULT_LIMIT : number("limit", text, 1, MAX_LIMIT);
    }

    /// The requested number of results.
    /// @param usual default if absent
    public static int limit(@Nullable String text, int usual, int most) {
        return text == null ? usual : number("limit", text, 1, most);
    }

    public static int after(@Nullable String text) {
        return text == null ? 0 : number("after", text, 0, Integer.MAX_VALUE);
    }

    /// A setting by its written name; empty if absent.
    public static <E extends Enum<E>> Optional<E> setting(String parameter, Class<E> type, @Nullable String text) {
        if (text == null) {
            return Optional.empty();
        }
        List<String> allowed = SettingName.all(type);
        return Optional.of(SettingName.find(type, text)
                .orElseThrow(() -> Problem.inParameter(
                                parameter,
                                "one of " + String.join(", ", allowed) + " was expected, found "
                                        + BodyFields.shown(text) + ".")
                        .allowing(allowed)
                        .exception()));
    }

    /// A text that is compared, never shown: limited in length, without control characters. Empty if absent
    /// or blank.
    public static Optional<String> text(String parameter, @Nullable String text, int maxLength) {
        if (text == null || text.isBlank()) {
            return Optional.empty();
        }
        if (text.length() > maxLength || text.chars().anyMatch(Character::isISOControl)) {
            throw Problem.inParameter(
                            parameter,
                            "at most " + maxLength + " characters without control characters were expected, found "
                                    + BodyFields.shown(text) + ".")
                    .exception();
        }
        return Optional.of(text);
    }

    /// A boolean; false if absent.
    public static boolean flag(String parameter, @Nullable String text) {
        if (text == null) {
            return false;
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "1", "yes" -> true;
            case "false", "0", "no" -> false;
            default ->
                throw Problem.inParameter(
                                parameter, "true or false was expected, found " + BodyFields.shown(text) + ".")
                        .allowing(List.of("true", "false"))
                        .exception();
        };
    }

    /// A point in time, or a day for its beginning in UTC.
    public static Optional<Instant> instant(String parameter, @Nullable String text) {
        if (text == null || text.isBlank()) {
            return Optional.empty();
        }
        try {
            boolean isDay = text.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}");
            OffsetDateTime moment =
                    isDay ? LocalDate.parse(text).atStartOfDay().atOffset(ZoneOffset.UTC) : OffsetDateTime.parse(text);
            if (moment.getYear() < 1970 || moment.getYear() > 9999) {
                throw new DateTimeException("a year from 1970 to 9999 was expected");
            }
            return Optional.of(moment.toInstant());
        } catch (DateTimeException e) {
            throw Problem.inParameter(
                            parameter,
                            "a moment such as 2026-11-21T04:00:00Z or a day such as 2026-11-21 was expected, found "
                                    + BodyFields.shown(text) + ".")
                    .exception();
        }
    }

    private static int number(String parameter, String text, int least, int most) {
        try {
            int number = Integer.parseInt(text);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // reported below, with the value found
        }
        throw Problem.inParameter(
                        parameter,
                        "a number from " + least + " to " + most + " was expected, found " + BodyFields.shown(text)
                                + ".")
                .exception();
    }
}
