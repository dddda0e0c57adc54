package dev.throughline.access;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where a request was sent to, as far as its sender says so. Behind a reverse proxy that changes the host it is the
/// proxy's address only with `quarkus.http.proxy.proxy-address-forwarding` and `enable-forwarded-host`.
public final class RequestOrigin {
    private RequestOrigin() {}

    /// Scheme and host, for addresses to copy from a page: `https://throughline.example.org`.
    public static String of(HttpServerRequest request) {
        String host = Optional.ofNullable(authority(request))
                .map(HostAndPort::toString)
                .orElse("localhost");
        return (isSecure(request) ? "https://" : "http://") + host;
    }

    /// Whether the sender is known to use TLS, with this service or with a proxy in front of it that says so. Nothing
    /// is granted for it, so that `X-Forwarded-Proto` need not be trusted.
    static boolean isTls(HttpServerRequest request) {
        return request.isSSL()
                || "https".equals(request.scheme())
                || begins(request.getHeader("x-forwarded-proto"), "https");
    }

    /// The same where also a browser says so, which it does when it submits a form.
    static boolean isSecure(HttpServerRequest request) {
        return isTls(request) || begins(request.getHeader("origin"), "https://");
    }

    /// The host that a request names: that of its URI if it is absolute, whatever its `Host` is. Source: RFC 9112,
    /// 3.2.2.
    static @Nullable HostAndPort authority(HttpServerRequest request) {
        String uri = request.uri();
        int scheme = uri.startsWith("/") ? -1 : uri.indexOf("://");
        if (scheme < 0) {
            return request.authority();
        }
        int begin = scheme + 3;
        int end = begin;
        while (end < uri.length() && "/?#".indexOf(uri.charAt(end)) < 0) {
            end++;
        }
        return HostAndPort.parseAuthority(uri.substring(begin, end), -1);
    }

    private static boolean begins(@Nullable String header, String expected) {
        return header != null && header.regionMatches(true, 0, expected, 0, expected.length());
    }
}
