package dev.throughline.rest;

import dev.throughline.text.UrlText;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Recognizes requests of browsers for a page: they accept `text/html`, and are not for the API, whose
/// responses and errors are the same for every client.
final class HtmlRequest {
    private static final List<String> NO_PAGES = List.of("/api", "/r/", "/v1/", "/stub", "/proxy/", "/openapi", "/q/");

    private HtmlRequest() {}

    /// Whether the response should be a page.
    static boolean isOne(HttpServerRequest request) {
        return isOne(request.path(), request.getHeader("accept"));
    }

    /// Whether a browser opens the first page; any other client at this address gets JSON.
    static boolean isHome(HttpServerRequest request) {
        return request.path().equals("/") && request.method().equals(HttpMethod.GET) && isOne(request);
    }

    static boolean isOne(@Nullable String path, @Nullable String accept) {
        return path != null
                && NO_PAGES.stream().noneMatch(path::startsWith)
                && accept != null
                && accept.toLowerCase(Locale.ROOT).contains("text/html");
    }

    /// The address of the page that asks for a key and leads back to this one.
    static String signIn(HttpServerRequest request) {
        boolean isRead = request.method().equals(HttpMethod.GET);
        return PublicPaths.SIGN_IN + "?next=" + UrlText.query(isRead ? request.uri() : "/");
    }
}
