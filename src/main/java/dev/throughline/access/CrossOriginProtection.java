package dev.throughline.access;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.HostAndPort;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Rejects browser requests sent by pages of other origins. Programs send neither `Origin` nor
/// `Sec-Fetch-Site` and are not affected.
///
/// `Sec-Fetch-Site: same-origin` passes whatever `Origin` is, since scripts cannot set it: behind a proxy with TLS
/// that changes the host, the `Origin` of the own pages is the proxy's. Otherwise an `Origin` must be the service's
/// own or one of `throughline.access.origins`, which `null` is not, and `Sec-Fetch-Site` absent or `none`: another
/// port of the same host (`same-site`) is another origin. Only following a link to a page is allowed: a top-level
/// navigation by GET or HEAD, whose
/// response the other origin cannot read. Browsers omit `Sec-Fetch-Site` on plain HTTP to hosts that are
/// not loopback, and `Origin` on simple GETs; keys and the allowed hosts protect there. Source: WHATWG
/// Fetch 3.2 (Origin); W3C Fetch Metadata Request Headers, 2.
final class CrossOriginProtection {
    private static final List<String> OWN_PAGE = List.of("same-origin");
    private static final List<String> TYPED = List.of("none");

    private final Set<String> allowed;

    /// @param allowed origins whose pages may call the service
    CrossOriginProtection(Set<String> allowed) {
        this.allowed = Set.copyOf(allowed);
    }

    /// Why a request is refused, if it is.
    /// @param isPage whether this path can be opened as a link
    Optional<Denial> denial(HttpServerRequest request, boolean isPage) {
        List<String> origins = request.headers().getAll("origin");
        if (origins.size() == 1 && allowed.contains(origins.getFirst())) {
            return Optional.empty();
        }
        List<String> sites = request.headers().getAll("sec-fetch-site");
        if (origins.size() <= 1 && sites.equals(OWN_PAGE)) {
            return Optional.empty();
        }
        boolean isOwn =
                origins.isEmpty() || origins.size() == 1 && isOwn(origins.getFirst(), RequestOrigin.authority(request));
        boolean isSame = sites.isEmpty() || sites.equals(TYPED) || origins.isEmpty() && isPage && isNavigation(request);
        return isOwn && isSame ? Optional.empty() : Optional.of(Denial.CrossOrigin.REFUSED);
    }

    private static boolean isNavigation(HttpServerRequest request) {
        boolean isSafe =
                request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
        return isSafe
                && "navigate".equals(request.getHeader("sec-fetch-mode"))
                && "document".equals(request.getHeader("sec-fetch-dest"));
    }

    /// Whether an origin is this service under the host name used by the request. TLS may be terminated by
    /// a proxy, so that the scheme only determines the port.
    private static boolean isOwn(String origin, @Nullable HostAndPort authority) {
        int end = origin.indexOf("://");
        int implied = implied(end < 0 ? "" : origin.substring(0, end));
        if (implied < 0 || authority == null) {
            return false;
        }
        HostAndPort other = HostAndPort.parseAuthority(origin.substring(end + 3), implied);
        int port = authority.port() < 0 ? implied : authority.port();
        return other != null && other.host().equalsIgnoreCase(authority.host()) && other.port() == port;
    }

    private static int implied(String scheme) {
        return switch (scheme) {
            case "http" -> 80;
            case "https" -> 443;
            default -> -1;
        };
    }
}
