package dev.throughline.matrix.version;

import java.util.List;
import java.util.TreeMap;

/// The known versions of a product in their order; releases only, where there are any.
public final class VersionOrder {
    /// Between sort key and version: versions of equal precedence stay apart.
    private static final char END = '\u0000';

    private final VersionScheme scheme;
    private final TreeMap<String, String> known = new TreeMap<>();

    public VersionOrder(VersionScheme scheme, List<ProductVersion> versions) {
        this.scheme = scheme;
        List<ProductVersion> releases = versions.stream()
                .filter(version -> VersionScheme.isRelease(version.sortKey()))
                .toList();
        (releases.isEmpty() ? versions : releases)
                .forEach(version -> known.put(place(version.version()), version.version()));
    }

    /// A text that orders versions by its characters, known or not.
    public String place(String version) {
        return scheme.order(version) + END + version;
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
