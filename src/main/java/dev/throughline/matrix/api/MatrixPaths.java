package dev.throughline.matrix.api;

import jakarta.ws.rs.core.UriInfo;
import java.util.Arrays;
import java.util.stream.Collectors;

/// Paths and tags of the matrix.
public final class MatrixPaths {
    static final String API = "/api/v1";
    static final String MATRIX = API + "/matrix";
    static final String PRODUCTS = API + "/products";
    public static final String PAGE = "/matrix";
    static final String TAG = "Matrix";
    static final String NDJSON = "application/x-ndjson";

    private MatrixPaths() {}

    /// URL of `/api/v1`, on the host named by the request.
    public static String api(UriInfo request) {
        return host(request) + API;
    }

    /// The HTML page with the same filter: all parameters of the query except its position and format.
    public static String page(UriInfo request) {
        String query = request.getRequestUri().getRawQuery();
        String kept = query == null
                ? ""
                : Arrays.stream(query.split("&"))
                        .filter(part -> !part.isEmpty() && !part.matches("(cursor|format|limit)(=.*)?"))
                        .collect(Collectors.joining("&"));
        return host(request) + PAGE + (kept.isEmpty() ? "" : "?" + kept);
    }

    private static String host(UriInfo request) {
        return request.getBaseUri().toString().replaceFirst("/+$", "");
    }
}
