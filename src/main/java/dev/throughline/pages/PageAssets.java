package dev.throughline.pages;

import dev.throughline.text.Resources;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Map;

/// The files that all pages share: one style sheet, one script, one icon.
@ApplicationScoped
class PageAssets {
    private static final int ORDER = -100;
    private static final Map<String, String> TYPES = Map.of(
            "throughline.css", "text/css; charset=utf-8",
            "throughline.js", "text/javascript; charset=utf-8",
            "throughline.svg", "image/svg+xml");

    void init(@Observes Router router) {
        TYPES.forEach((name, type) -> {
            Buffer content = Buffer.buffer(Resources.bytes("assets/" + name));
            router.route("/assets/" + name)
                    .method(HttpMethod.GET)
                    .method(HttpMethod.HEAD)
                    .order(ORDER)
                    .handler(context -> answer(context, type, content));
        });
    }

    // Revalidated with each page, so that a new version of the service is not shown in the old style.
    private static void answer(RoutingContext context, String type, Buffer content) {
        context.response()
                .putHeader("content-type", type)
                .putHeader("cache-control", "no-cache")
                .end(content);
    }
}
