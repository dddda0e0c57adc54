package dev.throughline.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.Cookie;
import dev.throughline.access.KeyText;
import dev.throughline.access.Scope;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.KeysProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// Every form of the pages, submitted by a person's clicks in a real browser where keys are needed. What a click has
/// done is asked of the API, with another client than the browser.
@Expensive(30)
@QuarkusTest
@TestProfile(KeysProfile.class)
class FormsBrowserIT extends InChromium {
    private static final Path TEMPLATES = Path.of("src", "main", "resources", "templates", "pages");
    private static final Pattern FORM = Pattern.compile("<form\\b.*?</form>", Pattern.DOTALL);
    private static final Pattern ATTRIBUTE = Pattern.compile("\\b(method|action)=\"([^\"]*)\"");
    private static final Pattern BUTTON = Pattern.compile("<button name=\"action\" value=\"(\\w+)\"");

    private final KeyText key = PageClient.key(Scope.ADMIN);
    private final Set<String> submitted = new TreeSet<>();

    private String service = PageClient.host();

    @Test
    void aPersonSignsInSealsPublishesAndSignsOut() throws IOException {
        submitEveryForm();
    }

    /// The service is named otherwise than in the browser's `Origin`.
    @Test
    void thePersonDoesBehindAProxyWithTls(@TempDir Path folder) throws Exception {
        try (TlsProxy proxy = TlsProxy.of(service.replace("localhost", "127.0.0.1"), folder)) {
            service = proxy.address();
            submitEveryForm();
        }
    }

    @Test
    void aPageOfAnotherOriginSubmitsNothing(@TempDir Path folder) throws Exception {
        String run = open();
        try (TlsProxy proxy = TlsProxy.of(service, folder)) {
            for (String address : List.of(service, proxy.address())) {
                service = address;
                try (BrowserContext context = context()) {
                    Page page = context.newPage();
                    signIn(page, run);
                    assertThat(attack(page, run)).as("through %s", address).isEqualTo(403);
                }
            }
        }
        assertThat(state(run).path("state").asText()).isEqualTo("CREATED");
    }

    /// Submits a form with the victim's own token, as if the attacker had guessed it.
    private int attack(Page page, String run) {
        String token = page.inputValue("form.actions input[name=token] >> nth=0");
        page.route(
                "http://attacker.example/",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("text/html")
                        .setBody("<form method=post action='" + service + "/runs/" + run + "'>"
                                + "<input name=action value=seal><input name=token value='" + token + "'>"
                                + "<button>win</button></form>")));
        page.navigate("http://attacker.example/");
        return page.waitForResponse(answer -> answer.url().endsWith("/runs/" + run), () -> page.click("button"))
                .status();
    }

    private void signIn(Page page, String run) {
        page.navigate(service + "/runs/" + run);
        page.fill("input[name=key]", key.reveal());
        submit(page, "form.stack button", "form.stack");
    }

    private static BrowserContext context() {
        return browser.newContext(new Browser.NewContextOptions().setIgnoreHTTPSErrors(true));
    }

    private void submitEveryForm() throws IOException {
        String run = open();
        String other = open();
        try (BrowserContext context = context()) {
            Page page = context.newPage();
            page.navigate(service + "/runs/" + run);
            assertThat(page.url()).endsWith("/sign-in?next=%2Fruns%2F" + run);
            assertThat(statusInBrowser(context)).as("before signing in").isEqualTo(401);

            page.fill("input[name=key]", key.reveal());
            submit(page, "form.stack button", "form.stack");

            assertThat(statusInBrowser(context)).as("signed in").isEqualTo(200);
            assertThat(page.url()).endsWith("/runs/" + run);
            Cookie session = session(context);

            act(page, "publish");
            assertThat(state(run).path("published").asBoolean()).isTrue();
            act(page, "unpublish");
            assertThat(state(run).path("published").asBoolean(true)).isFalse();
            act(page, "pin");
            assertThat(state(run).path("pinned").asBoolean()).isTrue();
            act(page, "unpin");
            assertThat(state(run).path("pinned").asBoolean(true)).isFalse();
            act(page, "seal");
            assertThat(state(run).path("state").asText()).isEqualTo("SEALED");
            act(page, "publish");
            assertThat(state(run).path("published").asBoolean()).isTrue();

            findRuns(page, run, other);
            askTheMatrix(page);

            submit(page, "form.who button", "form.who");
            assertThat(statusInBrowser(context)).as("signed out").isEqualTo(401);
            assertThat(page.url()).endsWith("/sign-in");
            context.addCookies(List.of(session));
            assertThat(statusInBrowser(context))
                    .as("with the session of before")
                    .isEqualTo(401);
        }
        assertThat(submitted).as("every form and button of the templates").isEqualTo(ofTemplates());
    }

    private Cookie session(BrowserContext context) {
        boolean isTls = service.startsWith("https");
        Cookie session = context.cookies().stream()
                .filter(cookie -> cookie.name.equals((isTls ? "__Host-" : "") + "throughline-session"))
                .findFirst()
                .orElseThrow();
        assertThat(session.value).doesNotContain(key.reveal().substring("tlk_".length() + 11));
        assertThat(List.of(session.httpOnly, session.secure)).containsExactly(true, isTls);
        return session;
    }

    private void findRuns(Page page, String run, String other) {
        page.fill("form.search input[name=q]", "state:sealed");
        submitWithEnter(page, "form.search input[name=q]");
        assertThat(page.locator("main a[href='/runs/" + run + "']").count()).isPositive();
        assertThat(page.locator("main a[href='/runs/" + other + "']").count()).isZero();

        page.fill("form.filter input[name=q]", "client:a-form-client");
        submit(page, "form.filter button", "form.filter");
        page.check("input[name=run][value='" + run + "']");
        page.check("input[name=run][value='" + other + "']");
        submit(page, "main form:has(input[name=run]) button", "main form:has(input[name=run])");
        assertThat(page.locator("main a[href='/runs/" + other + "']").count()).isPositive();
    }

    private void askTheMatrix(Page page) {
        page.navigate(service + "/matrix/compare");
        page.fill("input[name=from]", "2026-11-01");
        page.fill("input[name=to]", "2026-11-02");
        submit(page, "main form button", "main form");
        assertThat(page.inputValue("input[name=to]")).isEqualTo("2026-11-02");

        page.navigate(service + "/matrix/can-i-use");
        page.fill("input[name=client]", "opencode");
        submit(page, "main form button", "main form");
        assertThat(page.inputValue("input[name=client]")).isEqualTo("opencode");
    }

    private void act(Page page, String action) {
        submit(page, "button[value=" + action + "]", "form.actions");
    }

    private void submit(Page page, String button, String form) {
        String markup = (String) page.locator(form).first().evaluate("form => form.outerHTML");
        String value = (String) page.locator(button).first().evaluate("button => button.value");
        navigate(page, form, () -> page.click(button));
        submitted.add(name(markup, Optional.of(value).filter(text -> !text.isEmpty())));
    }

    private void submitWithEnter(Page page, String input) {
        String markup = (String) page.locator(input).first().evaluate("input => input.form.outerHTML");
        navigate(page, input, () -> page.press(input, "Enter"));
        submitted.add(name(markup, Optional.empty()));
    }

    /// Waits for the page that follows, the one that a redirection leads to.
    private static void navigate(Page page, String form, Runnable click) {
        page.evaluate("() => { window.isBefore = true; }");
        Request sent = page.waitForRequest(Request::isNavigationRequest, click);
        page.waitForFunction("() => !window.isBefore && document.readyState === 'complete'");
        Request last = sent;
        while (last.redirectedTo() != null) {
            last = last.redirectedTo();
        }
        assertThat(last.response().status())
                .as("%s, sent as %s with Origin %s", form, sent.method(), sent.headerValue("origin"))
                .isEqualTo(200);
    }

    /// Method and address of a form, and of a button what it does: `post /runs/*, seal`.
    private static String name(String form, Optional<String> button) {
        var attributes = ATTRIBUTE
                .matcher(form.substring(0, form.indexOf('>')))
                .results()
                .collect(Collectors.toMap(one -> one.group(1), one -> one.group(2)));
        String action = attributes.get("action").replaceAll("/runs/(\\{.*\\}|[0-9a-z]{20,})$", "/runs/*");
        return attributes.getOrDefault("method", "get") + " " + action
                + button.map(", "::concat).orElse("");
    }

    private static Set<String> ofTemplates() throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.walk(TEMPLATES)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                FORM.matcher(Files.readString(file)).results().forEach(form -> {
                    List<String> buttons = BUTTON.matcher(form.group())
                            .results()
                            .map(button -> button.group(1))
                            .toList();
                    buttons.forEach(button -> names.add(name(form.group(), Optional.of(button))));
                    if (buttons.isEmpty()) {
                        names.add(name(form.group(), Optional.empty()));
                    }
                });
            }
        }
        return names;
    }

    private int statusInBrowser(BrowserContext context) {
        return context.request().get(service + "/api/v1/runs").status();
    }

    private JsonNode state(String run) {
        return PageClient.json("/api/v1/runs/" + run, "application/json", "authorization", "Bearer " + key.reveal());
    }

    private String open() {
        return PageClient.post(
                        "/api/v1/runs",
                        "{\"client\":{\"name\":\"a-form-client\",\"version\":\"1.0.0\"}}",
                        "authorization",
                        "Bearer " + key.reveal())
                .path("id")
                .textValue();
    }
}
