package dev.throughline.harness;

import java.util.Map;

/// How much the installed packages may take on disk.
///
/// @param bytes the most; 0 for any amount
public record CacheLimit(long bytes) {
    /// The environment variable that sets it, in MiB; 0 for no limit.
    public static final String VARIABLE = "THROUGHLINE_CACHE_MIB";

    /// No limit.
    public static final CacheLimit NONE = new CacheLimit(0);

    private static final long MIB = 1L << 20;
    private static final long MOST_MIB = 1L << 30;
    private static final long DEFAULT_MIB = 10_240;

    public CacheLimit {
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes: expected 0 or more, found " + bytes);
        }
    }

    /// The limit that the environment sets, by default 10 GiB.
    /// @throws IllegalArgumentException naming the variable and its value if that is no amount
    public static CacheLimit of(Map<String, String> environment) {
        String text = environment.getOrDefault(VARIABLE, "").strip();
        if (text.isEmpty()) {
            return new CacheLimit(DEFAULT_MIB * MIB);
        }
        if (!text.matches("[0-9]{1,10}") || Long.parseLong(text) > MOST_MIB) {
            throw new IllegalArgumentException(
                    VARIABLE + ": expected a whole number of MiB, 0 for no limit, found " + text);
        }
        return new CacheLimit(Long.parseLong(text) * MIB);
    }

    /// Whether an amount is more than is allowed.
    boolean isExceededBy(long amount) {
        return bytes > 0 && amount > bytes;
    }

    @Override
    public String toString() {
        return bytes == 0 ? "no limit" : "at most %,d MiB".formatted((bytes + MIB - 1) / MIB);
    }
}
