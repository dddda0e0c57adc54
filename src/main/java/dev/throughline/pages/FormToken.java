package dev.throughline.pages;

import dev.throughline.access.BrowserCookie;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import io.vertx.core.http.HttpServerRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Proves that a form was sent by a page of this service: a random value in a cookie, repeated in each form.
///
/// A page of another site can neither read the cookie nor cause it to be sent. No process needs to remember
/// the value. Source: OWASP, Cross-Site Request Forgery Prevention, "Double-Submit Cookie".
final class FormToken {
    private static final BrowserCookie COOKIE = new BrowserCookie("throughline-form");
    private static final int BYTES = 18;
    private static final SecureRandom RANDOM = new SecureRandom();

    private FormToken() {}

    /// The token of this browser, newly issued if it has none.
    static String of(HttpServerRequest request) {
        return COOKIE.value(request).orElseGet(() -> {
            var random = new byte[BYTES];
            RANDOM.nextBytes(random);
            String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
            COOKIE.put(request, token);
            return token;
        });
    }

    /// Fails with a problem unless the form contains the token of this browser.
    static void require(HttpServerRequest request, @Nullable String sent) {
        Optional<String> kept = COOKIE.value(request);
        if (sent == null || kept.filter(token -> isSame(token, sent)).isEmpty()) {
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
