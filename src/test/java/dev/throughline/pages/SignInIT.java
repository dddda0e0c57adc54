package dev.throughline.pages;

import dev.throughline.access.KeyText;
import dev.throughline.access.Scope;
import dev.throughline.testing.KeysProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Signing in, where keys are needed. What uses up the tries of this machine's address is last.
@QuarkusTest
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@TestProfile(KeysProfile.class)
class SignInIT {
    @Test
    void aPageAsksForAKeyAndLeadsBack() {
        HttpResponse<String> page = PageClient.page("/runs?q=verdict:fail");

        assertThat(page.statusCode()).isEqualTo(303);
        assertThat(page.headers().firstValue("location")).hasValue("/sign-in?next=%2Fruns%3Fq%3Dverdict%3Afail");
    }

    @Test
    void theKeyOpensThePagesUntilSignedOut() {
        KeyText key = PageClient.key(Scope.RUN);
        HttpResponse<String> signedIn = signIn(key.reveal(), "/runs");
        String session = cookie(signedIn);

        HttpResponse<String> page = PageClient.page("/runs", "cookie", session);

        assertThat(signedIn.statusCode()).isEqualTo(303);
        assertThat(signedIn.headers().firstValue("location"))
                .hasValueSatisfying(location -> assertThat(location).endsWith("/runs"));
        assertThat(signedIn.headers().allValues("set-cookie"))
                .filteredOn(set -> set.startsWith("throughline-session="))
                .singleElement()
                .asString()
                .containsIgnoringCase("HttpOnly")
                .contains("SameSite=Strict")
                .doesNotContain("Expires", "Max-Age");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("Sign out").doesNotContain(key.reveal());
        assertThat(PageClient.submit("/api/v1/runs", session).statusCode())
                .as("the cookie changes nothing by itself")
                .isIn(401, 415);
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void aWrongKeyIsRefusedAndManyAreLimited() {
        int[] statuses = IntStream.range(0, 12)
                .map(_ -> signIn(KeyText.next().reveal(), "/").statusCode())
                .toArray();

        assertThat(statuses).contains(401).endsWith(429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://elsewhere.example/", "//elsewhere.example/", "/\\elsewhere.example", "runs"})
    void theWayBackStaysHere(String next) {
        HttpResponse<String> page = PageClient.page("/sign-in?next=" + URLEncoder.encode(next, StandardCharsets.UTF_8));

        assertThat(page.body()).contains("name=\"next\" value=\"/\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/runs?q={a}|\"b\"", "/runs/[", "/runs/%zz", "/runs?q=<a>^`#", "/:80", "/runs#a#b"})
    void theWayBackIsTheTextThatWasSent(String next) {
        HttpResponse<String> signedIn = signIn(PageClient.key(Scope.RUN).reveal(), next);

        assertThat(signedIn.statusCode()).isEqualTo(303);
        assertThat(signedIn.headers().firstValue("location")).hasValue(next);
    }

    @Test
    void aFormWithoutItsTokenIsRefused() {
        assertThat(PageClient.submit(
                                "/sign-in",
                                "a=b",
                                "key",
                                PageClient.key(Scope.READ).reveal())
                        .statusCode())
                .isEqualTo(403);
    }

    private static HttpResponse<String> signIn(String key, String next) {
        HttpResponse<String> form = PageClient.page("/sign-in");
        String cookie = form.headers().firstValue("set-cookie").orElseThrow().split(";")[0];
        String token = cookie.substring(cookie.indexOf('=') + 1);
        return PageClient.submit("/sign-in", cookie, "key", key, "next", next, "token", token);
    }

    private static String cookie(HttpResponse<String> response) {
        return response.headers().allValues("set-cookie").stream()
                .map(set -> set.split(";")[0])
                .filter(set -> set.startsWith("throughline-session="))
                .findFirst()
                .orElse("");
    }
}
