package dev.throughline.pages;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The pages in a real browser. Skipped where there is no Chromium, but for `THROUGHLINE_CHROMIUM=required`. The
/// screenshots are kept below `target/screenshots`.
@QuarkusTest
class PagesBrowserIT {
    private static final String AXE = "META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final String HOSTILE = "<script>alert(1)</script>\u202e" + "long".repeat(40);
    private static final int PATIENCE_MILLIS = 30_000;

    private Playwright playwright;
    private Browser browser;

    @BeforeEach
    void launch() {
        playwright = ChromiumLauncher.playwright();
        browser = ChromiumLauncher.browser(playwright);
    }

    @AfterEach
    void close() {
        if (playwright != null) {
            playwright.close();
        }
    }

    @ParameterizedTest(name = "{0} px, {1}")
    @CsvSource({"390, LIGHT", "390, DARK", "1400, LIGHT", "1400, DARK"})
    void everyPageFitsIsAccessibleAndLogsNothing(int width, ColorScheme scheme) throws IOException {
        String run = conversation();
        String axe = axe();
        List<String> messages = new ArrayList<>();
        try (BrowserContext context = browser.newContext(
                new Browser.NewContextOptions().setViewportSize(width, 900).setColorScheme(scheme))) {
            Page page = context.newPage();
            page.onConsoleMessage(message -> {
                // The status of the page of an error; and what axe does, as the pages have no canvas.
                boolean isExpected = message.text().contains("404 (Not Found)")
                        || message.text().startsWith("Canvas2D");
                if (!isExpected) {
                    messages.add(page.url() + " " + message.text());
                }
            });
            page.onPageError(error -> messages.add(page.url() + " " + error));
            for (var entry : addresses(run).entrySet()) {
                page.navigate(PageClient.host() + entry.getValue());
                String name = "%s-%d-%s.png"
                        .formatted(entry.getKey(), width, scheme.name().toLowerCase());
                page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name)));

                assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
                        .as("width of %s", entry.getKey())
                        .isLessThanOrEqualTo(width);
                assertThat(page.evaluate("[...document.querySelectorAll('.scroll:has(.cells)')]"
                                + ".filter(one => one.scrollWidth > one.clientWidth).length"))
                        .as("tables of %s that overflow", entry.getKey())
                        .isEqualTo(0);
                page.evaluate(axe);
                assertThat(page.evaluate("axe.run().then(found => found.violations.flatMap(one =>"
                                + " one.nodes.map(node => one.id + ' ' + node.html.slice(0, 160))))"))
                        .as("violations of %s", entry.getKey())
                        .isEqualTo(List.of());
            }
        }
        assertThat(messages).isEmpty();
    }

    @Test
    void aConversationIsWatchedLive() {
        String run = PageClient.open("{\"label\":\"watched\"}");
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            page.setDefaultTimeout(PATIENCE_MILLIS);
            page.navigate(PageClient.host() + "/runs/" + run);
            page.waitForSelector("text=No request yet");

            PageClient.converse(run, 3, number -> number == 3);

            page.waitForSelector("#verdict.verdict:has-text('FAIL')");
            page.waitForSelector(".map .cell.bad");
        }
    }

    @Test
    void thePagesWorkWithoutScripts() {
        String run = conversation();
        try (BrowserContext context = browser.newContext(new Browser.NewContextOptions().setJavaScriptEnabled(false))) {
            Page page = context.newPage();
            page.navigate(PageClient.host() + "/runs");
            page.fill("main input[type=search]", "state:open");
            page.press("main input[type=search]", "Enter");
            page.click("a.rowlink");
            assertThat(page.url()).contains("/runs/");
            page.navigate(PageClient.host() + "/runs/" + run);
            page.click(".map a");
            assertThat(page.textContent("h1")).startsWith("Exchange");
        }
    }

    @Test
    void theFirstTabStopLeadsToTheContent() {
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            page.navigate(PageClient.host() + "/runs");
            page.keyboard().press("Tab");
            page.keyboard().press("Enter");

            assertThat(page.evaluate("document.activeElement.id")).isEqualTo("main");
        }
    }

    private static String conversation() {
        String label = PageClient.JSON
                .createObjectNode()
                .put("label", "opencode drops thoughts")
                .set(
                        "client",
                        PageClient.JSON
                                .createObjectNode()
                                .put("name", "opencode")
                                .put("version", "1.1.53"))
                .toString();
        PageClient.open(PageClient.JSON.createObjectNode().put("label", HOSTILE).toString());
        String run = PageClient.open(label);
        PageClient.converse(run, 8, number -> number == 4 || number > 6);
        return run;
    }

    private static Map<String, String> addresses(String run) {
        String client = "browser-matrix-client";
        MeasuredPages.once(client);
        String cell = PageClient.json("/api/v1/matrix?client=" + client)
                .at("/cells/0/id")
                .asText();
        return Map.ofEntries(
                Map.entry("home", "/"),
                Map.entry("runs", "/runs"),
                Map.entry("run", "/runs/" + run),
                Map.entry("run-compare", "/runs/compare?run=" + run + "&run=" + PageClient.open("{}")),
                Map.entry("exchange", "/runs/" + run + "/exchanges/8"),
                Map.entry("live", "/live"),
                Map.entry("traffic", "/traffic"),
                Map.entry("sign-in", "/sign-in"),
                Map.entry("error", "/runs/none"),
                Map.entry("matrix", "/matrix"),
                Map.entry("matrix-client", "/matrix?client=" + client),
                Map.entry("matrix-cell", "/matrix/cells/" + cell),
                Map.entry("matrix-compare", "/matrix/compare?from=" + client + "@1.0.0&to=" + client + "@2.0.0"),
                Map.entry("matrix-use", "/matrix/can-i-use?client=" + client + "&version=1.0.0"));
    }

    private static String axe() throws IOException {
        try (InputStream in = PagesBrowserIT.class.getClassLoader().getResourceAsStream(AXE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
