package dev.throughline.backend;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/// The request target of a backend's endpoint, below its version segment: `chat/completions`, `models/z-ai/glm-4.6`.
///
/// Built from fixed names and validated parts, never from text as a client sent it: no `..`, encoded slash,
/// line break or query with a special character is sent to a backend with the operator's key. Source: RFC
/// 3986, 3.3 (segments) and 5.2.4 (dot segments).
public final class BackendPath {
    private static final Pattern ENDPOINT = Pattern.compile("[a-z0-9_-]+(?:/[a-z0-9_-]+)*");
    private static final Pattern SEGMENT = Pattern.compile("[A-Za-z0-9_~:@+-][A-Za-z0-9._~:@+-]*");
    private static final Pattern PARAMETER = Pattern.compile("[A-Za-z0-9._~-]+");
    private static final int MOST_SEGMENTS = 4;
    private static final int LONGEST = 256;

    private final String text;
    private final boolean isAtRoot;
    private final String query;

    private BackendPath(String text, boolean isAtRoot, String query) {
        this.text = text;
        this.isAtRoot = isAtRoot;
        this.query = query;
    }

    /// An endpoint by its name.
    /// @param endpoint lower-case words joined by slashes
    /// @throws IllegalArgumentException if it is anything else
    public static BackendPath of(String endpoint) {
        require(ENDPOINT.matcher(endpoint).matches(), "endpoint");
        return new BackendPath(endpoint, false, "");
    }

    /// An endpoint beside the version segment instead of below it, such as `tokenize` of vLLM and llama.cpp.
    /// @param endpoint lower-case words joined by slashes
    /// @throws IllegalArgumentException if it is anything else
    public static BackendPath atRoot(String endpoint) {
        require(ENDPOINT.matcher(endpoint).matches(), "endpoint");
        return new BackendPath(endpoint, true, "");
    }

    /// The part that a client wrote after an endpoint, such as a model's id, decoded once and validated.
    /// @param encoded as written in the request's path
    /// @return one to four segments joined by slashes; empty when it holds a dot segment, an empty segment,
    ///     a character that needs encoding, or more than 256 characters
    public static Optional<String> decoded(String encoded) {
        if (encoded.length() > 3 * LONGEST) {
            return Optional.empty();
        }
        return percentDecoded(encoded).filter(BackendPath::isSafe);
    }

    /// The endpoint of one part below this one.
    /// @param part as returned by `decoded`
    /// @throws IllegalArgumentException if it is not safe
    public BackendPath with(String part) {
        require(isSafe(part), "path segment");
        return new BackendPath(text + "/" + part, isAtRoot, query);
    }

    /// The same path with one more query parameter.
    /// @param name a fixed name
    /// @param value letters, digits and `-._~`, at most 256
    /// @throws IllegalArgumentException if it is anything else
    public BackendPath asking(String name, String value) {
        require(ENDPOINT.matcher(name).matches() && isParameter(value), "query");
        return new BackendPath(text, isAtRoot, query + (query.isEmpty() ? "?" : "&") + name + "=" + value);
    }

    /// The same path with a client's query.
    public BackendPath asking(PassedQuery asked) {
        return new BackendPath(text, isAtRoot, asked.toString());
    }

    /// Whether a text is valid as the value of a parameter.
    public static boolean isParameter(String value) {
        return value.length() <= LONGEST && PARAMETER.matcher(value).matches();
    }

    /// Whether it is beside the version segment of the base URL.
    boolean isAtRoot() {
        return isAtRoot;
    }

    @Override
    public String toString() {
        return text + query;
    }

    private static boolean isSafe(String part) {
        String[] segments = part.split("/", -1);
        return part.length() <= LONGEST
                && segments.length <= MOST_SEGMENTS
                && Arrays.stream(segments)
                        .allMatch(segment -> SEGMENT.matcher(segment).matches());
    }

    /// Only ASCII is safe, so that a byte is a character. The decoder of the JDK makes spaces of plus signs.
    private static Optional<String> percentDecoded(String encoded) {
        var text = new StringBuilder(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            if (encoded.charAt(i) != '%') {
                text.append(encoded.charAt(i));
            } else if (i + 2 < encoded.length() && isHexByte(encoded, i + 1)) {
                text.append((char) Integer.parseInt(encoded, i + 1, i + 3, 16));
                i += 2;
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(text.toString());
    }

    private static boolean isHexByte(String encoded, int from) {
        return HexFormat.isHexDigit(encoded.charAt(from)) && HexFormat.isHexDigit(encoded.charAt(from + 1));
    }

    private static void require(boolean isSafe, String what) {
        if (!isSafe) {
            throw new IllegalArgumentException("a backend's " + what + " was expected, found an unsafe text");
        }
    }
}
