package dev.throughline.access;

import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;

/// Response headers of a denial, the same in every dialect and in problems.
public final class DenialHeaders {
    private DenialHeaders() {}

    public static void put(Denial denial, HttpServerResponse response) {
        switch (denial) {
            // RFC 9110, 11.6.1: a 401 names a scheme.
            case Denial.Unknown _ -> response.putHeader("www-authenticate", "Bearer realm=\"throughline\"");
            case Denial.Unread _ -> response.putHeader("retry-after", "5");
            case Denial.Forbidden _,
                    Denial.Malformed _,
                    Denial.Misdirected _,
                    Denial.CrossOrigin _,
                    Denial.WrongMedia _ -> {}
            case Denial.Limited(Limit limit, long _, Duration retryAfter) ->
                response.putHeader(Limit.HEADER, limit.label())
                        .putHeader("retry-after", Long.toString(retryAfter.toSeconds()));
            case Denial.TooLarge _ -> response.putHeader(Limit.HEADER, Limit.BODY_BYTES.label());
        }
    }
}
