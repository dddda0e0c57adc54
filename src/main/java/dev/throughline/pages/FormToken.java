package dev.throughline.pages;

import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/// Proves that a form was sent by a page of this service: a random value in a cookie, repeated in each form.
///
/// A page of another site can neither read the cookie nor cause it to be sent. No process needs to remember
/// the value. Source: OWASP, Cross-Site Request Forgery Prevention, "Double-Submit Cookie".
final class FormToken {
    private static final String NAME = "throughline-form";
    private static final int BYTES = 18;
    private static final SecureRandom RANDOM = new SecureRandom();

    private FormToken() {}

    /// The token of this browser, newly issued if it has none.
    static String of(HttpServerRequest request) {
        Cookie kept = request.getCookie(NAME);
        if (kept != null && !kept.getValue().isEmpty()) {
            return kept.getValue();
        }
        var random = new byte[BYTES];
        RANDOM.nextBytes(random);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        request.response()
                .addCookie(Cookie.cookie(NAME, token)
                        .setPath("/")
                        .setHttpOnly(true)
                        .setSecure(request.isSSL())
                        .setSameSite(CookieSameSite.STRICT));
        return token;
    }

    /// Fails with a problem unless the form contains the token of this browser.
    static void require(HttpServerRequest request, @Nullable String sent) {
        Cookie kept = request.getCookie(NAME);
        if (kept == null || sent == null || sent.isEmpty() || !isSame(kept.getValue(), sent)) {
            throw Problem.of(
                            ProblemType.CROSS_ORIGIN,
                            "The form was not sent by a page of this service, or the browser rejected its cookie."
                                    + " Open the page again and repeat.")
                    .exception();
        }
    }

    private static boolean isSame(String kept, String sent) {
        return MessageDigest.isEqual(kept.getBytes(StandardCharsets.UTF_8), sent.getBytes(StandardCharsets.UTF_8));
    }
}
