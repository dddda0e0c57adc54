package dev.throughline.pages;

import dev.throughline.access.KeyLimits;
import dev.throughline.access.KeyText;
import dev.throughline.access.Scope;
import dev.throughline.testing.KeysProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
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
                .contains("SameSite=Lax")
                .doesNotContain("Expires", "Max-Age", "Secure", secretOf(key));
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).contains("Sign out").doesNotContain(key.reveal());
        assertThat(PageClient.submit("/api/v1/runs", session).statusCode())
                .as("the cookie changes nothing by itself")
                .isIn(401, 415);
    }

    @Test
    void whoSignedInWithAKeyWithoutANameCanSignOut() {
        KeyText key = PageClient.keys().create("", Scope.RUN, KeyLimits.NONE);

        HttpResponse<String> page = PageClient.page("/runs", "cookie", cookie(signIn(key.reveal(), "/runs")));

        assertThat(page.body()).contains("Sign out");
    }

    @Test
    void aSessionIsForPagesOnlyAndEndsWithItsKey() {
        KeyText key = PageClient.key(Scope.RUN);
        String first = cookie(signIn(key.reveal(), "/"));
        String second = cookie(signIn(key.reveal(), "/"));
        String text = first.substring(first.indexOf('=') + 1);
        assertThat(first).isNotEqualTo(second);
        assertThat(status("cookie", first)).isEqualTo(200);
        assertThat(status("cookie", second)).isEqualTo(200);
        assertThat(status("authorization", "Bearer " + text)).as("as a key").isEqualTo(401);
        assertThat(status("cookie", "throughline-session=" + key.reveal()))
                .as("the key as a session")
                .isEqualTo(401);
        assertThat(status("cookie", first.substring(0, first.length() - 1) + "_"))
                .isEqualTo(401);

        assertThat(PageClient.keys().revoke(key.id())).isTrue();

        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (status("cookie", first) != 401 && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        assertThat(status("cookie", first)).isEqualTo(401);
        assertThat(status("cookie", second)).isEqualTo(401);
    }

    /// 100 sessions of a key are kept.
    @Test
    void theOldestSessionEndsWhereThereAreTooMany() {
        KeyText key = PageClient.key(Scope.RUN);
        List<String> sessions = IntStream.range(0, 101)
                .mapToObj(_ -> cookie(signIn(key.reveal(), "/")))
                .toList();

        long end = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (status("cookie", sessions.get(0)) != 401 && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        assertThat(status("cookie", sessions.get(0))).isEqualTo(401);
        assertThat(status("cookie", sessions.get(1))).isEqualTo(200);
        assertThat(status("cookie", sessions.get(100))).isEqualTo(200);
    }

    /// What a proxy reports of TLS is not trusted with more than the name of a cookie.
    @Test
    void underTlsTheCookieIsOfThisHostAlone() {
        HttpResponse<String> form = PageClient.page("/sign-in", "x-forwarded-proto", "https");

        assertThat(form.headers().firstValue("set-cookie"))
                .hasValueSatisfying(set -> assertThat(set)
                        .startsWith("__Host-throughline-form=")
                        .contains("Path=/", "Secure", "SameSite=Lax")
                        .containsIgnoringCase("HttpOnly")
                        .doesNotContain("Domain"));
        assertThat(PageClient.page("/", "x-forwarded-proto", "https", "cookie", "throughline-session=x")
                        .statusCode())
                .isEqualTo(303);
    }

    private static int status(String header, String value) {
        return PageClient.page("/api/v1/runs", header, value).statusCode();
    }

    private static String secretOf(KeyText key) {
        return key.reveal().substring(key.reveal().lastIndexOf('_') + 1);
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
