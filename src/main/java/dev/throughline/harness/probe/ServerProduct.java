package dev.throughline.harness.probe;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The product behind a server, with its version.
///
/// @param name as in the matrix, for instance `llama.cpp`
/// @param version as the server writes it, for instance `b4712` or `0.6.0`
public record ServerProduct(String name, String version) {
    private static final Pattern BUILD = Pattern.compile("(b[1-9]\\d*)(?:-.*)?");
    private static final Pattern VLLM = Pattern.compile("vllm-(\\d+\\.\\d+[0-9A-Za-z.+]*)");
    private static final Pattern MLX = Pattern.compile("(\\d+\\.\\d+\\.\\d+[0-9a-z.]*)-\\d+\\.\\d+\\.\\d+[0-9a-z.]*-");
    private static final Pattern VERSION = Pattern.compile("v?(\\d+\\.\\d+[0-9A-Za-z.+-]*)");

    /// Parses a product given by a user, `NAME@VERSION`.
    public static Optional<ServerProduct> named(String label) {
        int at = label.lastIndexOf('@');
        return at > 0 && at < label.length() - 1
                ? Optional.of(new ServerProduct(label.substring(0, at), label.substring(at + 1)))
                : Optional.empty();
    }

    /// The product named by a server's own description, if it also names a version.
    ///
    /// Sources: llama.cpp, server README (`GET /props`: `build_info`; `owned_by` is `llamacpp`); vLLM
    /// (`GET /version`, `owned_by` is `vllm`; `system_fingerprint` of its answers: `vllm-`, version, hash);
    /// SGLang (`GET /get_server_info`, `owned_by` is `sglang`); mlx-lm (`system_fingerprint` of its answers:
    /// its version, that of mlx, the system).
    ///
    /// @param shown as in `ServerIdentity`
    public static Optional<ServerProduct> of(Map<String, String> shown) {
        String names = (shown.getOrDefault("header server", "") + " " + shown.getOrDefault("owned_by", ""))
                .toLowerCase(Locale.ROOT);
        if (shown.containsKey("/props") || names.contains("llama.cpp") || names.contains("llamacpp")) {
            return found("llama.cpp", shown.get("/props"), ServerProduct::build);
        }
        if (names.contains("sglang") || shown.containsKey("/get_server_info")) {
            return found("sglang", shown.get("/get_server_info"), ServerProduct::number);
        }
        Optional<ServerProduct> stated =
                names.contains("vllm") ? found("vllm", shown.get("/version"), ServerProduct::number) : Optional.empty();
        return stated.or(() -> ofFingerprint(shown.getOrDefault(ServerIdentity.FINGERPRINT, "")));
    }

    private static Optional<ServerProduct> ofFingerprint(String fingerprint) {
        Matcher vllm = VLLM.matcher(fingerprint);
        Matcher mlx = MLX.matcher(fingerprint);
        return vllm.lookingAt()
                ? Optional.of(new ServerProduct("vllm", vllm.group(1)))
                : mlx.lookingAt() ? Optional.of(new ServerProduct("mlx", mlx.group(1))) : Optional.empty();
    }

    private static Optional<ServerProduct> found(
            String name, @Nullable String text, Function<String, Optional<String>> version) {
        return Stream.ofNullable(text)
                .flatMap(description -> version.apply(description).stream())
                .map(known -> new ServerProduct(name, known))
                .findFirst();
    }

    private static Optional<String> build(String text) {
        Matcher found = BUILD.matcher(text);
        return found.matches() ? Optional.of(found.group(1)) : number(text);
    }

    private static Optional<String> number(String text) {
        Matcher found = VERSION.matcher(text);
        return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
    }
}
