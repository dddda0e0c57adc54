package dev.throughline.testing;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Bodies that cost much to read for what they are.
public enum HostileBody {
    MANY_KEYS(1_000_000) {
        @Override
        String of(String path, String model, int size) {
            return wrapped(path, model, "\"hello\"", ",\"extra\":{" + joined(size, i -> "\"key" + i + "\":1") + "}");
        }
    },
    LONG_STRING(31_000_000) {
        @Override
        String of(String path, String model, int size) {
            return wrapped(path, model, "\"" + "x\\n[<\\\"".repeat(size / 8) + "\"", "");
        }
    },
    MANY_MESSAGES(100_000) {
        @Override
        String of(String path, String model, int size) {
            String pair = "{\"role\":\"user\",\"content\":\"u\"},{\"role\":\"assistant\",\"content\":\"a%d\"}";
            String all = joined(size / 2, i -> pair.formatted(i));
            return fields(path, model) + "\"" + history(path) + "\":[" + all + "]}";
        }
    },
    DEEP(200_000) {
        @Override
        String of(String path, String model, int size) {
            return wrapped(path, model, "\"hello\"", ",\"extra\":" + "[".repeat(size) + "]".repeat(size));
        }
    },
    CREDENTIALS(100_000) {
        @Override
        String of(String path, String model, int size) {
            String one = "{\"type\":\"mcp\",\"server_label\":\"s\",\"authorization\":\"Bearer secret-%d\"}";
            return wrapped(path, model, "\"hello\"", ",\"extra\":[" + joined(size, i -> one.formatted(i)) + "]");
        }
    },
    TEXT_FILES(5) {
        @Override
        String of(String path, String model, int size) {
            byte[] text = "word ".repeat((size > 1 ? 3_900_000 : 1_000_000) / 5).getBytes(StandardCharsets.US_ASCII);
            String file = Base64.getEncoder().encodeToString(text);
            return wrapped(path, model, "[" + joined(size, i -> part(path, file)) + "]", "");
        }

        private String part(String path, String file) {
            if (path.contains("messages")) {
                return "{\"type\":\"document\",\"source\":{\"type\":\"base64\",\"media_type\":\"text/plain\",\"data\":\""
                        + file + "\"}}";
            }
            return path.contains("responses")
                    ? "{\"type\":\"input_file\",\"filename\":\"f\",\"file_data\":\"" + file + "\"}"
                    : "{\"type\":\"file\",\"file\":{\"filename\":\"f\",\"file_data\":\"" + file + "\"}}";
        }
    };

    private final int size;

    HostileBody(int size) {
        this.size = size;
    }

    abstract String of(String path, String model, int size);

    /// The body for a path of a dialect.
    public String of(String path, String model) {
        return of(path, model, size);
    }

    /// A smaller one, for a scripted backend that has to read it as well.
    public String medium(String path, String model) {
        return of(path, model, Math.max(2, size / 8));
    }

    /// The same, too small to do harm: brings the code into its usual state.
    public String small(String path, String model) {
        return of(path, model, Math.max(1, size / 20));
    }

    /// The same body of a request for a stream, if it is to be one.
    public static String streaming(String body, boolean isStream) {
        return isStream ? "{\"stream\":true," + body.substring(1) : body;
    }

    private static String wrapped(String path, String model, String content, String more) {
        return fields(path, model) + "\"" + history(path) + "\":[{\"role\":\"user\",\"content\":" + content + "}]"
                + more + "}";
    }

    private static String fields(String path, String model) {
        return "{\"model\":\"" + model + "\"," + (path.contains("messages") ? "\"max_tokens\":9," : "");
    }

    private static String history(String path) {
        return path.contains("responses") ? "input" : "messages";
    }

    private static String joined(int count, IntFunction<String> one) {
        return IntStream.range(0, count).mapToObj(one).collect(Collectors.joining(","));
    }
}
