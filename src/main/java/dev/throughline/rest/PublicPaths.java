package dev.throughline.rest;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The paths that need no key: health, documentation, badges, signing in.
final class PublicPaths {
    static final String SIGN_IN = "/sign-in";

    private static final Set<String> FILES = Set.of("/health", "/openapi", "/docs", "/help", "/q/health", SIGN_IN);
    private static final List<String> FOLDERS = List.of("/docs/", "/help/", "/q/health/", "/badge/", "/assets/");

    private static final Pattern FORMS = Pattern.compile("/sign-(in|out)|/runs/[0-9a-z-]{1,64}");

    private PublicPaths() {}

    /// Whether a path accepts a form of our pages; its resource checks the token of the form.
    static boolean acceptsForm(String path) {
        return FORMS.matcher(path).matches();
    }

    /// @param path as received: an unnormalized path (`..`, `//`, `%2e`, `;`) needs a key
    static boolean contains(String path) {
        boolean isPlain =
                path.indexOf('%') < 0 && path.indexOf(';') < 0 && !path.contains("//") && !path.contains("/.");
        return isPlain && (FILES.contains(path) || FOLDERS.stream().anyMatch(path::startsWith));
    }
}
