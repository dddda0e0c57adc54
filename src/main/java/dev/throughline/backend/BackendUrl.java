package dev.throughline.backend;

import java.net.URI;
import java.util.regex.Pattern;

/// The location of a backend's endpoints. A base URL may end with its version segment (`/v1`,
/// `/api/paas/v4`) or not; without one, `/v1` is assumed.
public record BackendUrl(boolean isTls, String host, int port, String base) {
    private static final Pattern VERSIONED = Pattern.compile(".*/v\\d+(?:beta)?");

    /// @throws IllegalArgumentException if it is not an http or https URL with a host
    public static BackendUrl of(String name, String url) {
        URI uri = uri(name, url);
        boolean isTls = "https".equalsIgnoreCase(uri.getScheme());
        if (uri.getHost() == null || !isTls && !"http".equalsIgnoreCase(uri.getScheme())) {
            throw wrong(name, url);
        }
        String path = uri.getRawPath() == null ? "" : uri.getRawPath().replaceAll("/+$", "");
        int port = uri.getPort() > 0 ? uri.getPort() : isTls ? 443 : 80;
        String host = uri.getHost();
        boolean isSix = host.startsWith("[") && host.endsWith("]");
        return new BackendUrl(isTls, isSix ? host.substring(1, host.length() - 1) : host, port, path);
    }

    /// The URL without credentials, query and fragment.
    public String text() {
        String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return (isTls ? "https://" : "http://") + name + ":" + port + base;
    }

    /// The request target of an endpoint.
    String target(BackendPath path) {
        boolean isVersioned = VERSIONED.matcher(base).matches();
        if (path.isAtRoot()) {
            return (isVersioned ? base.substring(0, base.lastIndexOf('/')) : base) + "/" + path;
        }
        return (isVersioned ? base : base + "/v1") + "/" + path;
    }

    private static URI uri(String name, String url) {
        try {
            return URI.create(url.strip());
        } catch (IllegalArgumentException _) {
            throw wrong(name, url);
        }
    }

    private static IllegalArgumentException wrong(String name, String url) {
        return new IllegalArgumentException("throughline.backends." + name
                + ".url: an http or https URL with a host was expected, found "
                + (url.contains("@") ? "another text" : url));
    }
}
