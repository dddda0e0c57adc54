package dev.throughline.rest;

import io.vertx.core.http.HttpServerResponse;

/// The headers of every page: scripts, styles and images from this service only, none within the page.
/// Source: W3C Content Security Policy Level 3.
public final class PagePolicy {
    /// The media type of a page.
    public static final String HTML = "text/html; charset=utf-8";

    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
            + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

    private PagePolicy() {}

    /// Sets them; every other response has a policy that allows nothing, and both would apply.
    public static void put(HttpServerResponse response) {
        response.headers()
                .set("Content-Security-Policy", POLICY)
                .set("Cache-Control", "no-store")
                .set("Vary", "Accept");
    }
}
