package dev.throughline.harness.probe;

import dev.throughline.vendor.BackendKind;
import java.util.Map;
import java.util.Optional;

/// The server's kind: as determined by `kind=auto`, the service at its host or the software named by its list of
/// models; otherwise the software that its answers name.
///
/// @param id as in the setting `kind`; `other` if unknown
/// @param source where it was found: `host`, `header server`, `owned_by`, `system_fingerprint`; empty for `other`
public record ServerKind(String id, String source) {
    /// @param host of the server's address
    /// @param shown as in `ServerIdentity`
    public static ServerKind of(String host, Map<String, String> shown) {
        return BackendKind.ofHost(host)
                .map(kind -> new ServerKind(kind.id(), "host"))
                .or(() -> named("header server", shown))
                .or(() -> named("owned_by", shown))
                .or(() -> ofProduct(shown))
                .orElse(new ServerKind(BackendKind.OTHER.id(), ""));
    }

    private static Optional<ServerKind> named(String source, Map<String, String> shown) {
        return BackendKind.ofName(shown.getOrDefault(source, "")).map(kind -> new ServerKind(kind.id(), source));
    }

    private static Optional<ServerKind> ofProduct(Map<String, String> shown) {
        return ServerProduct.of(shown)
                .flatMap(product -> BackendKind.ofName(product.name()))
                .map(kind -> new ServerKind(kind.id(), ServerIdentity.FINGERPRINT));
    }

    /// A readable description.
    public String text() {
        return source.isEmpty() ? id + " (nothing names it)" : id + " (" + source + ")";
    }
}
