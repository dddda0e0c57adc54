package dev.throughline.matrix;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// The known versions of a product in order; only releases, if there are any.
public final class VersionOrder {
    /// Separates sort key and version, so that versions of equal precedence stay distinct.
    private static final char END = '\u0000';

    private final VersionScheme scheme;
    private final TreeMap<String, String> known = new TreeMap<>();
    private final Map<String, String> places = new ConcurrentHashMap<>();

    public VersionOrder(VersionScheme scheme, List<ProductVersion> versions) {
        this.scheme = scheme;
        List<ProductVersion> releases = versions.stream()
                .filter(version -> VersionScheme.isRelease(version.sortKey()))
                .toList();
        (releases.isEmpty() ? versions : releases)
                .forEach(version -> known.put(place(version.version()), version.version()));
    }

    /// A text whose character order is the order of versions, known or not.
    public String place(String version) {
        return places.computeIfAbsent(version, written -> scheme.order(written) + END + written);
    }

    /// The known versions strictly between two.
    public List<String> between(String lower, String upper) {
        String from = place(lower);
        String to = place(upper);
        return from.compareTo(to) < 0
                ? List.copyOf(known.subMap(from, false, to, false).values())
                : List.of();
    }

    /// The known versions above one.
    public List<String> after(String version) {
        return List.copyOf(known.tailMap(place(version), false).values());
    }
}
