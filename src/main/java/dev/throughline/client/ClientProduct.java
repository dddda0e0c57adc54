package dev.throughline.client;

/// A client program as its headers name it; not verified.
///
/// Both texts are bounded and contain only letters, digits and `.+_/@:-`, so that they are safe in a URL, a
/// log line and a metric.
///
/// @param name the name of a recipe, or of a client that is recognized without one; `unknown` or `unknown:TOKEN` for
///     any other
/// @param version empty if not stated
public record ClientProduct(String name, String version) {
    /// A client that names no product, or one above the limit of distinct products.
    public static final ClientProduct UNKNOWN = new ClientProduct("unknown", "");

    static final int LONGEST = 60;
    private static final String UNKNOWN_PREFIX = "unknown:";

    public ClientProduct {
        if (!isText(name) || name.isEmpty() || !isText(version)) {
            throw new IllegalArgumentException("a product and its version are short texts of plain characters");
        }
    }

    /// A client that no rule knows.
    /// @param token the product token of its User-Agent
    static ClientProduct unknown(String token, String version) {
        return new ClientProduct(UNKNOWN_PREFIX + token, version);
    }

    /// Whether a rule knows it.
    public boolean isKnown() {
        return !name.equals(UNKNOWN.name) && !name.startsWith(UNKNOWN_PREFIX);
    }

    /// The name if a rule knows it, otherwise `unknown`: one of few values.
    public String knownName() {
        return isKnown() ? name : UNKNOWN.name;
    }

    private static boolean isText(String text) {
        return text.length() <= LONGEST + UNKNOWN_PREFIX.length()
                && text.chars().allMatch(ClientProduct::isPlain);
    }

    static boolean isPlain(int unit) {
        return unit >= 'a' && unit <= 'z'
                || unit >= 'A' && unit <= 'Z'
                || unit >= '0' && unit <= '9'
                || ".+_/@:-".indexOf(unit) >= 0;
    }
}
