package dev.throughline.pages.matrix;

import dev.throughline.rest.PagePolicy;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

/// Chooses between a page and JSON, and sends either.
final class PageResponse {
    private PageResponse() {}

    /// Whether the client prefers JSON to a page; one that accepts anything gets the page.
    static boolean isJson(HttpHeaders headers) {
        return headers.getAcceptableMediaTypes().stream()
                .filter(type -> type.isCompatible(MediaType.TEXT_HTML_TYPE)
                        || type.isCompatible(MediaType.APPLICATION_JSON_TYPE))
                .findFirst()
                .filter(type -> !type.isCompatible(MediaType.TEXT_HTML_TYPE))
                .isPresent();
    }

    static Uni<Response> page(TemplateInstance page) {
        return page(page, "");
    }

    /// @param next address of the next page of a list, also in the header `Link` (RFC 8288); empty on the last
    static Uni<Response> page(TemplateInstance page, String next) {
        return page.createUni()
                .map(text -> Response.ok(text, PagePolicy.HTML)
                        .header("Link", next.isEmpty() ? null : "<" + next + ">; rel=\"next\"")
                        .build());
    }

    static Response json(Object content) {
        return Response.ok(content, MediaType.APPLICATION_JSON_TYPE)
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
                .build();
    }
}
