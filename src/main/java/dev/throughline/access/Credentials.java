package dev.throughline.access;

import io.vertx.core.MultiMap;
import java.util.List;
import java.util.Optional;

/// The keys in a request's headers: `x-throughline-key`, `Authorization: Bearer`, `x-api-key`, in this
/// order. Real clients use one of the last two; the first leaves those free for a backend's own credential.
public final class Credentials {
    private static final List<String> HEADERS = List.of("x-throughline-key", "authorization", "x-api-key");
    private static final String SCHEME = "Bearer ";

    private Credentials() {}

    /// Whether a header's value is one of our keys, which must not be sent to a backend.
    public static boolean isOurs(String value) {
        return KeyText.isOurs(bare(value));
    }

    /// The first value that has the form of a key.
    static Optional<KeyText> key(MultiMap headers) {
        for (String name : HEADERS) {
            String value = headers.get(name);
            Optional<KeyText> key = value == null ? Optional.empty() : KeyText.parse(bare(value));
            if (key.isPresent()) {
                return key;
            }
        }
        return Optional.empty();
    }

    /// Whether any value is present.
    static boolean isShown(MultiMap headers) {
        return HEADERS.stream().anyMatch(headers::contains);
    }

    private static String bare(String value) {
        boolean hasScheme = value.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        return (hasScheme ? value.substring(SCHEME.length()) : value).strip();
    }
}
