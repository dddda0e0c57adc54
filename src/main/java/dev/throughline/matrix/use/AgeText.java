package dev.throughline.matrix.use;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses and formats durations in short form: `90d`, `12h`, `30m`, `45s`, or ISO-8601 (`P90D`, `PT12H`).
public final class AgeText {
    private static final Pattern SHORT = Pattern.compile("(\\d{1,6})([dhms])");

    private AgeText() {}

    /// The duration of a text; empty if the text is not a positive duration.
    public static Optional<Duration> parse(String text) {
        Matcher matcher = SHORT.matcher(text);
        if (matcher.matches()) {
            return Optional.of(inUnit(Long.parseLong(matcher.group(1)), matcher.group(2)))
                    .filter(Duration::isPositive);
        }
        try {
            return Optional.of(Duration.parse(text)).filter(Duration::isPositive);
        } catch (DateTimeException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /// In the largest unit that divides it evenly.
    static String written(Duration age) {
        if (age.toSeconds() % 86_400 == 0) {
            return age.toDays() + "d";
        }
        return age.toSeconds() % 3_600 == 0 ? age.toHours() + "h" : age.toString();
    }

    private static Duration inUnit(long number, String unit) {
        return switch (unit) {
            case "d" -> Duration.ofDays(number);
            case "h" -> Duration.ofHours(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofSeconds(number);
        };
    }
}
