package dev.throughline.run;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Arrays;
import java.util.regex.Pattern;

/// The id of a run: unguessable, ordered by time, safe in a URL path. Whoever knows it may use the run's
/// dialect endpoints. Nine digits of milliseconds and sixteen random digits, base 32 (`0-9a-v`).
public record RunId(String value) {
    private static final Pattern FORM = Pattern.compile("[0-9a-z-]{1,64}");
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final char[] DIGITS = "0123456789abcdefghijklmnopqrstuv".toCharArray();
    private static final int TIME_DIGITS = 9;
    private static final int RANDOM_DIGITS = 16;

    public RunId {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("a run id of 1 to 64 characters 0-9, a-z and - was expected");
        }
    }

    /// Whether a text sent by a client is a valid run id.
    public static boolean isValid(String text) {
        return FORM.matcher(text).matches();
    }

    public static RunId next(Instant now) {
        char[] id = Arrays.copyOf(time(now), TIME_DIGITS + RANDOM_DIGITS);
        for (int i = TIME_DIGITS; i < id.length; i++) {
            id[i] = DIGITS[RANDOM.nextInt(32)];
        }
        return new RunId(new String(id));
    }

    /// The lower bound of the ids of runs that were opened at or after an instant.
    public static String earliest(Instant instant) {
        return new String(time(instant));
    }

    private static char[] time(Instant instant) {
        var digits = new char[TIME_DIGITS];
        long millis = Math.max(0, instant.toEpochMilli());
        for (int i = TIME_DIGITS - 1; i >= 0; i--) {
            digits[i] = DIGITS[(int) (millis & 31)];
            millis >>= 5;
        }
        return digits;
    }

    @Override
    public String toString() {
        return value;
    }
}
