package dev.throughline.backend.settings;

/// Matches names against patterns in which `*` matches any text; no other character is special. Backtracks
/// to the latest `*` only, so that no name takes long.
final class Glob {
    private Glob() {}

    static boolean matches(String pattern, String name) {
        int at = 0;
        int next = 0;
        int star = -1;
        int behind = 0;
        while (next < name.length()) {
            if (at < pattern.length() && pattern.charAt(at) == '*') {
                star = at++;
                behind = next;
            } else if (at < pattern.length() && pattern.charAt(at) == name.charAt(next)) {
                at++;
                next++;
            } else if (star >= 0) {
                at = star + 1;
                next = ++behind;
            } else {
                return false;
            }
        }
        return pattern.substring(at).chars().allMatch(rest -> rest == '*');
    }
}
