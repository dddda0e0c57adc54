package dev.throughline.access;

import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Optional;
import java.util.stream.Stream;

/// A cookie of the pages. Scripts cannot read it, it ends with the browser's session, and it is not sent with a
/// request that a page of another site makes, except for a link that a person follows.
///
/// Under TLS its name begins with `__Host-`: no other host of the domain, and no page without TLS, can set it.
/// Source: RFC 6265bis, 4.1.3.2.
///
/// @param name without the prefix
public record BrowserCookie(String name) {
    /// Identifies the session of a person who signed in with a key; neither the key nor a part of its secret.
    /// Accepted for pages and for reading the API, never for dialect endpoints.
    public static final BrowserCookie SESSION = new BrowserCookie("throughline-session");

    private static final String HOST_ONLY = "__Host-";

    /// The value that the browser sent. Behind a proxy that does not report TLS the prefixed name is preferred.
    public Optional<String> value(HttpServerRequest request) {
        Stream<String> names = RequestOrigin.isTls(request) ? Stream.of(HOST_ONLY + name) : names();
        return names.map(request::getCookie)
                .flatMap(cookie -> Stream.ofNullable(cookie).map(Cookie::getValue))
                .filter(value -> !value.isEmpty())
                .findFirst();
    }

    /// Stores a value in the browser.
    public void put(HttpServerRequest request, String value) {
        boolean isSecure = RequestOrigin.isSecure(request);
        request.response().addCookie(cookie(isSecure ? HOST_ONLY + name : name, value, isSecure));
    }

    /// Removes it from the browser, under either name.
    public void remove(HttpServerResponse response) {
        names().forEach(each ->
                response.addCookie(cookie(each, "", each.startsWith(HOST_ONLY)).setMaxAge(0)));
    }

    private Stream<String> names() {
        return Stream.of(HOST_ONLY + name, name);
    }

    private static Cookie cookie(String name, String value, boolean isSecure) {
        return Cookie.cookie(name, value)
                .setPath("/")
                .setHttpOnly(true)
                .setSecure(isSecure)
                .setSameSite(CookieSameSite.LAX);
    }
}
