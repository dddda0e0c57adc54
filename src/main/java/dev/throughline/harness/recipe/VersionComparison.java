package dev.throughline.harness.recipe;

import java.util.regex.Pattern;

/// Compares versions by their numbers; a pre-release comes before its release. Source: Semantic Versioning 2.0.0, 11.
public final class VersionComparison {
    private static final Pattern DOT = Pattern.compile("\\.");

    private VersionComparison() {}

    public static int compare(String some, String other) {
        String[] here = DOT.split(core(some));
        String[] there = DOT.split(core(other));
        for (int i = 0; i < Math.max(here.length, there.length); i++) {
            int difference = Long.compare(number(here, i), number(there, i));
            if (difference != 0) {
                return difference;
            }
        }
        return Boolean.compare(core(some).length() == some.length(), core(other).length() == other.length());
    }

    private static String core(String version) {
        int end = version.indexOf('-');
        return end < 0 ? version : version.substring(0, end);
    }

    private static long number(String[] parts, int index) {
        if (index >= parts.length || !parts[index].matches("[0-9]{1,15}")) {
            return 0;
        }
        return Long.parseLong(parts[index]);
    }
}
