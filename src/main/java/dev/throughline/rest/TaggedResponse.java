package dev.throughline.rest;

import dev.throughline.access.Caller;
import dev.throughline.export.FileFormat;
import dev.throughline.export.FileKind;
import dev.throughline.export.FileName;
import dev.throughline.export.HtmlPage;
import io.vertx.core.http.HttpServerResponse;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A response of the matrix with an entity tag of its bytes, so that a client with a current copy does not
/// receive them again.
///
/// Caches may store a response but must revalidate it. If keys are required they must not store it, since
/// keys see different runs: the `access` package has already set that header.
/// @param known the request's If-None-Match
public record TaggedResponse(Caller caller, Optional<String> known, HttpServerResponse response) {
    public static TaggedResponse to(Caller caller, @Nullable String known, HttpServerResponse response) {
        return new TaggedResponse(caller, Optional.ofNullable(known), response);
    }

    /// A file of some format.
    /// @param name of the file, without its extension
    public Response file(byte[] body, FileFormat format, String name) {
        boolean isPage = format.kind() == FileKind.HTML;
        if (isPage) {
            // Every response has a policy that allows nothing; a second one beside it would apply as well.
            response.headers().set("Content-Security-Policy", HtmlPage.SERVED_POLICY);
        }
        return tagged(body)
                .type(format.kind().mediaType())
                .header(HttpHeaders.CONTENT_DISPOSITION, FileName.disposition(format.kind(), name))
                .build();
    }

    /// A file of some format that is one page of several.
    /// @param name of the file, without its extension
    /// @param next the address of the next page, relative to the request's; empty on the last
    public Response file(byte[] body, FileFormat format, String name, Optional<String> next) {
        next.ifPresent(address -> response.headers().set(HttpHeaders.LINK, "<" + address + ">; rel=\"next\""));
        return file(body, format, name);
    }

    /// JSON that has no other format.
    public Response json(byte[] body) {
        return tagged(body).type(MediaType.APPLICATION_JSON).build();
    }

    private Response.ResponseBuilder tagged(byte[] body) {
        ETag tag = ETag.of(body);
        return (tag.isNamedBy(known) ? Response.notModified() : Response.ok(body))
                .header(HttpHeaders.ETAG, tag.value())
                .header(HttpHeaders.CACHE_CONTROL, caller.id().isPresent() ? null : "no-cache")
                .header(HttpHeaders.VARY, HttpHeaders.ACCEPT);
    }
}
