package dev.throughline.rest;

import java.util.List;
import java.util.Set;

/// The paths that need no key: health, the description of the API, badges.
final class PublicPaths {
    private static final Set<String> FILES = Set.of("/health", "/openapi", "/docs", "/q/health");
    private static final List<String> FOLDERS = List.of("/docs/", "/q/health/", "/badge/");

    private PublicPaths() {}

    /// @param path as received: an unnormalized path (`..`, `//`, `%2e`, `;`) needs a key
    static boolean contains(String path) {
        boolean isPlain =
                path.indexOf('%') < 0 && path.indexOf(';') < 0 && !path.contains("//") && !path.contains("/.");
        return isPlain && (FILES.contains(path) || FOLDERS.stream().anyMatch(path::startsWith));
    }
}
