package dev.throughline.access;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The allowed body of a request that changes something: JSON, which a browser sends to another origin only
/// after a preflight, or no body. A body without a type is rejected, since any page may send that. Source:
/// WHATWG Fetch 2.2.2, "CORS-safelisted request-header".
public final class RequestMedia {
    private static final Set<HttpMethod> SAFE = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    private static final Set<String> FORMS = Set.of("", "text/plain", "application/x-www-form-urlencoded");

    private RequestMedia() {}

    /// Why the body is rejected; empty if it is JSON or missing, and for methods that change nothing.
    public static Optional<Denial> denial(HttpServerRequest request) {
        String type = request.getHeader("content-type");
        boolean isFine = type == null ? !hasBody(request) : isJson(type);
        return isFine || SAFE.contains(request.method()) ? Optional.empty() : Optional.of(Denial.WrongMedia.of(type));
    }

    /// Why a passed-through body is rejected; empty if it is missing, and for all media types except the
    /// two that forms of any page may send and no model server reads. Multipart forms are allowed; one from
    /// a page of another origin is detected by its `Origin`, which browsers send with every such POST.
    public static Optional<Denial> denialOfPassed(HttpServerRequest request) {
        String type = request.getHeader("content-type");
        boolean isFine = type == null ? !hasBody(request) : !FORMS.contains(media(type));
        return isFine ? Optional.empty() : Optional.of(Denial.WrongMedia.of(type));
    }

    /// Whether a content type is JSON: `application/json`, `text/json` or one that ends with `+json`, with
    /// any parameters.
    public static boolean isJson(String type) {
        String media = media(type);
        return media.equals("application/json") || media.endsWith("+json") || media.equals("text/json");
    }

    private static String media(String type) {
        int end = type.indexOf(';');
        return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    private static boolean hasBody(HttpServerRequest request) {
        String length = request.getHeader("content-length");
        return request.headers().contains("transfer-encoding")
                || length != null && !length.strip().equals("0");
    }
}
