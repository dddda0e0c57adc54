package dev.throughline.backend.settings;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Maps a model name to a backend and the backend's name for the model: `throughline.models`.
///
/// An exact name takes precedence; among patterns the one with the longest text before its first `*`, then
/// the one with the most text. Immutable.
public final class ModelMap {
    private static final String ANY = "*";

    private final List<Entry> entries;

    private record Entry(String pattern, String backend, String model) {
        boolean isExact() {
            return !pattern.contains(ANY);
        }

        int prefix() {
            int star = pattern.indexOf(ANY);
            return star < 0 ? Integer.MAX_VALUE : star;
        }

        int text() {
            return pattern.replace(ANY, "").length();
        }

        boolean matches(String name) {
            return isExact() ? pattern.equals(name) : Glob.matches(pattern, name);
        }
    }

    /// @param settings `BACKEND/MODEL` by pattern
    /// @param isBackend whether a backend with a name exists
    /// @throws IllegalArgumentException for a target whose backend does not exist; it names the setting
    public ModelMap(Map<String, String> settings, Predicate<String> isBackend, List<String> backends) {
        entries = settings.entrySet().stream()
                .map(setting ->
                        entry(setting.getKey().strip(), setting.getValue().strip()))
                .sorted(Comparator.comparingInt(Entry::prefix)
                        .thenComparingInt(Entry::text)
                        .reversed()
                        .thenComparing(Entry::pattern))
                .toList();
        entries.stream()
                .filter(entry -> !isBackend.test(entry.backend()))
                .findFirst()
                .ifPresent(entry -> {
                    throw new IllegalArgumentException(
                            "throughline.models.\"" + entry.pattern() + "\": there is no backend " + entry.backend()
                                    + "; expected BACKEND/MODEL with one of " + backends);
                });
    }

    private static Entry entry(String pattern, String target) {
        int slash = target.indexOf('/');
        String backend = slash < 0 ? target : target.substring(0, slash);
        String model = slash < 0 ? ANY : target.substring(slash + 1);
        if (pattern.isEmpty() || backend.isEmpty() || model.isEmpty() || model.contains(ANY) && !model.equals(ANY)) {
            throw new IllegalArgumentException("throughline.models.\"" + pattern
                    + "\": BACKEND/MODEL, BACKEND/* or BACKEND was expected, found " + target);
        }
        return new Entry(pattern, backend, model);
    }

    /// The target of a name; empty if no pattern matches.
    public Optional<ModelRoute> route(String name) {
        return entries.stream()
                .filter(entry -> entry.matches(name))
                .findFirst()
                .map(entry -> new ModelRoute(entry.backend(), entry.model().equals(ANY) ? name : entry.model()));
    }

    /// The names without `*`, sorted: models that clients may be shown.
    public List<String> aliases() {
        return entries.stream()
                .filter(Entry::isExact)
                .map(Entry::pattern)
                .sorted()
                .toList();
    }

    /// The backends that are targets, sorted.
    public List<String> backends() {
        return entries.stream().map(Entry::backend).distinct().sorted().toList();
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /// Matches names against patterns in which `*` matches any text; no other character is special. Backtracks
    /// to the latest `*` only, so that no name takes long.
    static final class Glob {
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
}
