package dev.throughline.rest;

import jakarta.ws.rs.container.ContainerRequestContext;

/// Describes what the HTTP layer rejected.
final class HttpErrorDetail {
    private HttpErrorDetail() {}

    static String detail(int status, ContainerRequestContext request) {
        return switch (status) {
            case 404 -> "There is no resource at " + line(request) + ". /openapi describes the API, /docs shows it.";
            case 405 -> line(request) + " is not supported; the Allow header lists what is.";
            case 406 ->
                "The Accept header requests " + request.getHeaderString("Accept")
                        + ", which this resource does not offer; /openapi lists what it does.";
            case 413 -> "The request body exceeds the limit of this resource.";
            case 415 -> "A body of type application/json was expected, found " + type(request) + ".";
            default -> line(request) + " was refused with status " + status + ".";
        };
    }

    private static String line(ContainerRequestContext request) {
        return request.getMethod() + " " + request.getUriInfo().getRequestUri().getRawPath();
    }

    private static String type(ContainerRequestContext request) {
        return request.getMediaType() == null ? "none" : request.getMediaType().toString();
    }
}
