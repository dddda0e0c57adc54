package dev.throughline.gateway.admission;

import dev.throughline.backend.BackendPath;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// The endpoints of backends that pass through as bytes: `throughline.gateway.passed-endpoints`. Immutable.
///
/// `embeddings` is below the version segment of a base URL, `/tokenize` beside it; `audio/*` is any single
/// segment below `audio`. The path for the backend is built from the entry and that segment, which is
/// validated.
public final class PassedEndpoints {
    /// Nothing is passed.
    public static final PassedEndpoints NONE = new PassedEndpoints(List.of());

    private static final String NOTHING = "none";
    private static final String ROOT = "/";
    private static final String ANY = "/*";
    private static final Pattern ENTRY = Pattern.compile("/?[a-z0-9_-]+(?:/[a-z0-9_-]+)*(?:/\\*)?");

    private final List<String> entries;

    private PassedEndpoints(List<String> entries) {
        this.entries = entries;
    }

    /// Parses the setting.
    /// @param setting the entries, or `none` alone
    /// @throws IllegalArgumentException for an entry that is not an endpoint
    public static PassedEndpoints of(List<String> setting) {
        List<String> entries = setting.stream().map(String::strip).toList();
        if (entries.equals(List.of(NOTHING))) {
            return NONE;
        }
        entries.stream()
                .filter(entry -> !ENTRY.matcher(entry).matches())
                .findFirst()
                .ifPresent(entry -> {
                    throw new IllegalArgumentException(
                            "throughline.gateway.passed-endpoints: expected an endpoint such as"
                                    + " embeddings, audio/* or /tokenize, or none alone, found " + entry);
                });
        return new PassedEndpoints(entries);
    }

    /// An endpoint that passes.
    /// @param entry the entry of the setting that allows it
    public record Passed(String entry, BackendPath path) {}

    /// The endpoint at the segments of a path, if it is passed.
    /// @param isRootOnly whether only entries beside the version segment are considered
    public Optional<Passed> find(List<String> segments, boolean isRootOnly) {
        return entries.stream()
                .filter(entry -> !isRootOnly || entry.startsWith(ROOT))
                .flatMap(entry -> path(entry, segments).map(path -> new Passed(entry, path)).stream())
                .findFirst();
    }

    private static Optional<BackendPath> path(String entry, List<String> segments) {
        boolean isAny = entry.endsWith(ANY);
        String named = entry.substring(entry.startsWith(ROOT) ? 1 : 0, entry.length() - (isAny ? ANY.length() : 0));
        int fixed = isAny ? segments.size() - 1 : segments.size();
        if (fixed < 1 || !String.join("/", segments.subList(0, fixed)).equals(named)) {
            return Optional.empty();
        }
        BackendPath path = entry.startsWith(ROOT) ? BackendPath.atRoot(named) : BackendPath.of(named);
        return isAny
                ? BackendPath.decoded(segments.getLast())
                        .filter(segment -> segment.indexOf('/') < 0)
                        .map(path::with)
                : Optional.of(path);
    }
}
