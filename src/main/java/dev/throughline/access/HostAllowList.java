package dev.throughline.access;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The host names under which the service may be requested, so that a page cannot reach it under a name
/// that resolves to this machine (DNS rebinding).
///
/// On a loopback address: `localhost`, `*.localhost`, 127.0.0.0/8, `[::1]` and the names of
/// `throughline.access.hosts`, with any port. On another address every name, unless that setting has names:
/// then those, the loopback names and every IP address, which DNS cannot redirect. Source: RFC 6761, 6.3
/// (localhost); RFC 9110, 7.2 (Host) and 15.5.20 (421).
final class HostAllowList {
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|[a-z0-9.-]+\\.localhost|127(?:\\.\\d{1,3}){3}|::1");
    private static final Pattern ADDRESS = Pattern.compile("\\d{1,3}(?:\\.\\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*");

    private final boolean isLoopback;
    private final Set<String> names;
    /// The last allowed name, as sent: nearly all requests use the same name.
    private volatile String lastAllowed = "";

    /// @param isLoopback whether the service listens on a loopback address
    /// @param names additional names, without ports
    HostAllowList(boolean isLoopback, List<String> names) {
        this.isLoopback = isLoopback;
        this.names = names.stream().map(HostAllowList::plain).collect(Collectors.toUnmodifiableSet());
    }

    /// Why a request is refused under the host name that it uses.
    Optional<Denial> denial(HttpServerRequest request) {
        List<String> headers = request.headers().getAll("host");
        HostAndPort authority = RequestOrigin.authority(request);
        if (authority == null && headers.isEmpty() && request.version() == HttpVersion.HTTP_1_0) {
            // A load balancer's health check without a host; every browser sends one.
            return Optional.empty();
        }
        if (headers.size() > 1 || authority == null) {
            return Optional.of(Denial.Malformed.HOST);
        }
        return allows(authority.host()) ? Optional.empty() : Optional.of(Denial.Misdirected.HOST);
    }

    boolean allows(String host) {
        if (!isLoopback && names.isEmpty()) {
            return true;
        }
        if (host.equals(lastAllowed)) {
            return true;
        }
        String plain = plain(host);
        boolean isAllowed = LOOPBACK.matcher(plain).matches()
                || names.contains(plain)
                || !isLoopback && ADDRESS.matcher(plain).matches();
        if (isAllowed) {
            lastAllowed = host;
        }
        return isAllowed;
    }

    /// In lower case, without the brackets of an IPv6 address and the trailing dot of a fully qualified
    /// name.
    private static String plain(String host) {
        String lower = host.strip().toLowerCase(Locale.ROOT);
        if (lower.startsWith("[") && lower.endsWith("]")) {
            return lower.substring(1, lower.length() - 1);
        }
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
