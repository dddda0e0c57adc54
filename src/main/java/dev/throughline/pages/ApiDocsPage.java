package dev.throughline.pages;

import dev.throughline.text.Resources;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;

/// The interactive API documentation at `/docs`. Swagger UI's own page contains an inline script; this one loads the
/// same program from files only, so that its policy need not allow that, and mends what assistive technology could not
/// use. Source: W3C Content Security Policy Level 3; WCAG 2.2.
@ApplicationScoped
class ApiDocsPage {
    /// Before the files of Swagger UI.
    private static final int ORDER = -100;
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    void init(@Observes Router router) {
        Buffer page = Buffer.buffer(Resources.bytes("pages/docs.html"));
        Buffer script = Buffer.buffer(Resources.bytes("pages/docs.js"));
        List.of("/docs", "/docs/index.html").forEach(path -> serve(router, path, "text/html; charset=utf-8", page));
        Buffer style = Buffer.buffer(Resources.bytes("pages/docs.css"));
        serve(router, "/docs/throughline-docs.css", "text/css; charset=utf-8", style);
        serve(router, "/docs/throughline-docs.js", "text/javascript; charset=utf-8", script);
    }

    private static void serve(Router router, String path, String type, Buffer content) {
        router.route(path)
                .method(HttpMethod.GET)
                .method(HttpMethod.HEAD)
                .order(ORDER)
                .handler(context -> answer(context, type, content));
    }

    private static void answer(RoutingContext context, String type, Buffer content) {
        context.response()
                .putHeader("content-type", type)
                .putHeader("content-security-policy", POLICY)
                .end(content);
    }
}
