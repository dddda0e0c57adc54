package dev.throughline.text;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/// Words for times, for people.
public final class TimeWording {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private TimeWording() {}

    /// How long ago something was: `3 min`.
    public static String age(Instant then, Instant now) {
        long seconds = Math.max(0, Duration.between(then, now).toSeconds());
        if (seconds < 60) {
            return seconds + " s";
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min";
        }
        return seconds < 172_800 ? seconds / 3_600 + " h" : seconds / 86_400 + " days";
    }

    /// A length of time: `12.3 ms`, `4.56 s`.
    public static String duration(Duration duration) {
        double millis = duration.toNanos() / 1e6;
        return millis < 1_000
                ? String.format(Locale.ROOT, "%.1f ms", millis)
                : String.format(Locale.ROOT, "%.2f s", millis / 1_000);
    }

    public static String time(Instant instant) {
        return TIME.format(instant);
    }
}
