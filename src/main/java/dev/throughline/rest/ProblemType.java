package dev.throughline.rest;

import dev.throughline.text.KebabCase;
import java.util.Arrays;

/// The types of problems of the API. Their names are part of the contract and never change.
public enum ProblemType {
    BAD_REQUEST(400, "The request cannot be understood"),
    MALFORMED_JSON(400, "The request body is not a JSON object"),
    INVALID_FIELD(400, "A field of the request body is not valid"),
    INVALID_PARAMETER(400, "A query parameter is not valid"),
    KEY_NEEDED(401, "A valid key is required"),
    FORBIDDEN(403, "The key does not permit this"),
    CROSS_ORIGIN(403, "The origin of the page is not allowed"),
    UNKNOWN_RUN(404, "There is no such run"),
    UNKNOWN_EXCHANGE(404, "The run has no such exchange"),
    NOT_FOUND(404, "There is no such resource"),
    METHOD_NOT_ALLOWED(405, "The method is not allowed here"),
    NOT_ACCEPTABLE(406, "None of the accepted formats is available"),
    CONFLICT(409, "The request conflicts with the current state"),
    TOO_LARGE(413, "The request body is too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "The type of the request body is not supported"),
    MISDIRECTED(421, "The request is for another host"),
    TEMPLATE_FAILED(422, "The chat template cannot be rendered"),
    BRIDGE_REFUSED(422, "The prompt cannot be extended"),
    LIMIT_REACHED(429, "A limit of this service is reached"),
    INTERNAL(500, "The service failed"),
    UNAVAILABLE(503, "The database is unavailable"),
    OVERLOADED(503, "The service has too much to do"),
    NO_MEMORY(503, "No memory is available for the request"),
    BACKEND_ELSEWHERE(503, "Another process has the backend");

    private static final String PREFIX = "urn:throughline:problem:";

    private final int status;
    private final String title;

    ProblemType(int status, String title) {
        this.status = status;
        this.title = title;
    }

    /// The stable name: `urn:throughline:problem:unknown-run`.
    public String uri() {
        return PREFIX + KebabCase.of(this);
    }

    /// Its HTTP status.
    public int status() {
        return status;
    }

    /// The short title, the same for every occurrence.
    public String title() {
        return title;
    }

    /// The general type for a status chosen by the HTTP layer.
    static ProblemType ofStatus(int status) {
        return Arrays.stream(values())
                .filter(type -> type.status == status)
                .filter(type -> type != UNKNOWN_RUN && type != UNKNOWN_EXCHANGE)
                .findFirst()
                .orElse(status >= 500 ? INTERNAL : BAD_REQUEST);
    }
}
