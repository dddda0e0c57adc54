package dev.throughline.access;

import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Optional;

/// The cookie in which a browser keeps the key that its user signed in with.
///
/// Scripts cannot read it, pages of other sites cannot cause it to be sent, and it ends with the browser's
/// session. It identifies a caller for pages and for reading the API, never for dialect endpoints.
public final class SessionCookie {
    private static final String NAME = "throughline-session";

    private SessionCookie() {}

    /// Stores a key in the browser.
    public static void put(HttpServerRequest request, String key) {
        request.response().addCookie(cookie(key, request.isSSL()));
    }

    /// Removes the key from the browser.
    public static void remove(HttpServerResponse response) {
        response.addCookie(cookie("", false).setMaxAge(0));
    }

    static Optional<KeyText> key(HttpServerRequest request) {
        return Optional.ofNullable(request.getCookie(NAME))
                .map(Cookie::getValue)
                .flatMap(KeyText::parse);
    }

    private static Cookie cookie(String value, boolean isSecure) {
        return Cookie.cookie(NAME, value)
                .setPath("/")
                .setHttpOnly(true)
                .setSecure(isSecure)
                .setSameSite(CookieSameSite.STRICT);
    }
}
