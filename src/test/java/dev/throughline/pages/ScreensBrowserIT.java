package dev.throughline.pages;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.LoadState;
import com.microsoft.playwright.options.WaitForSelectorState;
import dev.throughline.matrix.api.CellWords;
import dev.throughline.pages.PageScreens.Screen;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.Thoroughness;
import dev.throughline.verdict.Status;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Every screen in a real browser; unless the tests run in full, one of each kind. Skipped where there is no Chromium,
/// but for `THROUGHLINE_CHROMIUM=required`. The
/// screenshots are kept below `target/screenshots`.
@Expensive(100)
@QuarkusTest
class ScreensBrowserIT extends InChromium {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final double MOST_SHIFT = 0.01;
    private static final double MOST_DRAWING = 120_000;
    private static final String OVERFLOWING = "[...document.querySelectorAll('.scroll:has(.cells,.runs)')]"
            + ".filter(one => one.scrollWidth > one.clientWidth).map(one => one.ariaLabel)";
    private static final String EMPTY =
            "[...document.querySelectorAll('td.none')].filter(one => one.checkVisibility()).map(one => one.outerHTML)";
    // Every mark of a table says this word, in this tone, and has it as a note too.
    private static final String SAY = """
            ([tone, word]) => {
              document.querySelectorAll('.note-of-test').forEach(one => one.remove());
              const marks = [...document.querySelectorAll('.marks .mark')];
              for (const one of marks) {
                one.className = `pill mark ${tone}`;
                one.querySelector('.word').textContent = word;
                one.insertAdjacentHTML('afterend', `<span class="small note-of-test">within turn ${word}</span>`);
              }
              return marks.length;
            }""";

    private static final Predicate<Integer> ACCEPTED = status -> status < 400;
    private static final Predicate<Integer> WRONG_KEY = status -> status == 401;

    private static List<Screen> all = List.of();
    private static List<Screen> screens = List.of();

    @BeforeAll
    static void fill() {
        all = PageScreens.all();
        screens = tried(all);
    }

    private static List<Screen> tried(List<Screen> all) {
        Set<String> kinds = new HashSet<>();
        return all.stream()
                .filter(screen -> Thoroughness.isFull() || kinds.add(screen.kind()))
                .toList();
    }

    @ParameterizedTest(name = "{0} px, {1}")
    @MethodSource
    void everyScreenFitsIsAccessibleStaysInPlaceAndAsksNobodyElse(int width, ColorScheme scheme) {
        List<String> messages = new ArrayList<>();
        List<String> requests = new ArrayList<>();
        try (BrowserContext context = browser.newContext(
                new Browser.NewContextOptions().setViewportSize(width, 900).setColorScheme(scheme))) {
            context.addInitScript(LayoutShifts.OBSERVER);
            context.onRequest(request -> requests.add(request.url()));
            Page page = context.newPage();
            record(page, messages);
            for (Screen screen : screens) {
                page.navigate(PageClient.host() + screen.path());
                page.screenshot(new Page.ScreenshotOptions()
                        .setFullPage(true)
                        .setPath(SCREENSHOTS.resolve("%s-%d-%s.png"
                                .formatted(screen.name(), width, scheme.name().toLowerCase(Locale.ROOT)))));

                assertFits(page, screen, width);
                assertStaysInPlace(page, screen);
                Axe.assertIsAccessible(page, screen);
            }
        }
        assertThat(messages).isEmpty();
        assertThat(requests)
                .hasSizeGreaterThan(screens.size())
                .allSatisfy(url -> assertThat(url).startsWith(PageClient.host() + "/"));
    }

    /// These have no script and no style sheet of the pages, and are not drawn anew.
    @ParameterizedTest(name = "{0} px, {1}")
    @MethodSource("everyScreenFitsIsAccessibleStaysInPlaceAndAsksNobodyElse")
    void everyDocumentFitsAndIsAccessible(int width, ColorScheme scheme) {
        var softly = new SoftAssertions();
        try (BrowserContext context = browser.newContext(
                new Browser.NewContextOptions().setViewportSize(width, 900).setColorScheme(scheme))) {
            Page page = context.newPage();
            page.setDefaultTimeout(MOST_DRAWING);
            for (Screen screen : tried(PageScreens.documents())) {
                page.navigate(PageClient.host() + screen.path());
                page.waitForLoadState(LoadState.NETWORKIDLE);
                if (screen.kind().equals("docs")) {
                    page.waitForSelector(
                            ".opblock.is-open .responses-table",
                            new Page.WaitForSelectorOptions().setState(WaitForSelectorState.ATTACHED));
                }

                softly.assertThatCode(() -> {
                            assertFits(page, screen, width);
                            Axe.assertIsAccessible(page, screen);
                        })
                        .doesNotThrowAnyException();
            }
        }
        softly.assertAll();
    }

    private static void assertFits(Page page, Screen screen, int width) {
        assertThat((Integer) page.evaluate("document.documentElement.scrollWidth"))
                .as("width of %s", screen)
                .isLessThanOrEqualTo(width);
        assertThat(page.evaluate(OVERFLOWING))
                .as("tables of %s that overflow", screen)
                .isEqualTo(List.of());
        if (width == 390) {
            assertThat(page.evaluate(EMPTY)).as("empty places of %s", screen).isEqualTo(List.of());
        }
    }

    /// Widths and schemes; unless the tests run in full, each in one pair.
    static Stream<Arguments> everyScreenFitsIsAccessibleStaysInPlaceAndAsksNobodyElse() {
        return Stream.of(390, 1400)
                .flatMap(width -> Stream.of(ColorScheme.LIGHT, ColorScheme.DARK)
                        .filter(scheme -> Thoroughness.isFull() || (width == 390) == (scheme == ColorScheme.DARK))
                        .map(scheme -> Arguments.of(width, scheme)));
    }

    @ParameterizedTest(name = "{0} px")
    @ValueSource(ints = {390, 1400})
    void whatIsShownOfAScreenStaysInPlaceWhileTheRestArrives(int width) {
        try (BrowserContext context = browser.newContext(new Browser.NewContextOptions().setViewportSize(width, 900))) {
            context.addInitScript(LayoutShifts.OBSERVER);
            Page page = context.newPage();
            for (Screen screen : screens) {
                page.navigate(PageClient.host() + screen.path());
                LayoutShifts.arriveInPieces(page, 8);

                assertStaysInPlace(page, screen);
            }
        }
    }

    private static void assertStaysInPlace(Page page, Screen screen) {
        LayoutShifts.Sum shifts = LayoutShifts.sum(page);
        assertThat(shifts.value())
                .as("layout shift of %s: %s", screen, shifts.moved())
                .isLessThan(MOST_SHIFT);
    }

    @Test
    void everyStatusFitsIntoTheColumnsOfTheMatrix() {
        try (BrowserContext context = browser.newContext(new Browser.NewContextOptions().setViewportSize(1400, 900))) {
            Page page = context.newPage();
            int marks = 0;
            for (Screen screen : all) {
                if (screen.kind().equals("matrix")) {
                    page.navigate(PageClient.host() + screen.path());
                    marks += marks(page, screen);
                }
            }
            assertThat(marks).isGreaterThan(9 * Status.values().length);
        }
    }

    /// Shows each status in turn.
    /// @return how many marks said it
    private static int marks(Page page, Screen screen) {
        int marks = 0;
        for (Status status : Status.values()) {
            marks += ((Number) page.evaluate(SAY, List.of(CellWords.tone(status).style(), CellWords.words(status))))
                    .intValue();

            assertThat(page.evaluate(OVERFLOWING))
                    .as("tables of %s that overflow with %s", screen, status)
                    .isEqualTo(List.of());
        }
        return marks;
    }

    @ParameterizedTest(name = "{0} px")
    @ValueSource(ints = {390, 1400})
    void theTabKeyReachesEverythingInOrderWithAVisibleFocusAndLeaves(int width) {
        try (BrowserContext context = browser.newContext(new Browser.NewContextOptions().setViewportSize(width, 900))) {
            Page page = context.newPage();
            for (Screen screen : screens) {
                page.navigate(PageClient.host() + screen.path());
                int stops = TabStops.number(page);

                List<Integer> reached = new ArrayList<>();
                for (int i = 0; i <= stops; i++) {
                    page.keyboard().press("Tab");
                    reached.add(TabStops.current(page));
                    assertThat(TabStops.isFocusVisible(page))
                            .as("visible focus of stop %d of %s: %s", i, screen, TabStops.describe(page))
                            .isTrue();
                }

                assertThat(stops).as("stops of %s", screen).isGreaterThan(6);
                assertThat(reached.subList(0, stops))
                        .as("stops of %s in order", screen)
                        .isEqualTo(TabStops.inOrder(stops));
                assertThat(reached.getLast())
                        .as("behind the last stop of %s", screen)
                        .isIn(TabStops.NONE, TabStops.FIRST);
            }
        }
    }

    @Test
    void everyFormIsSentWithEnter() {
        // Forms change what they are sent for.
        List<Screen> own = tried(PageScreens.all());
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            int sent = 0;
            for (Screen screen : own) {
                int forms = 1;
                for (int form = 0; form < forms; form++) {
                    page.navigate(PageClient.host() + screen.path());
                    forms = page.locator("form").count();
                    sendWithEnter(page, screen, form);
                    sent++;
                }
            }
            assertThat(sent).isGreaterThan(own.size());
        }
    }

    private static void sendWithEnter(Page page, Screen screen, int form) {
        String action = (String) page.evaluate(
                "i => new URL(document.forms[i].getAttribute('action') ?? '', document.baseURI).pathname", form);
        page.evaluate(
                "i => { for (const one of document.forms[i].elements)"
                        + " if (one.required && !one.value) one.value = 'anything'; }",
                form);
        page.evaluate(
                "i => [...document.forms[i].querySelectorAll('input[name=run]')].slice(0, 2)"
                        + ".forEach(one => { one.checked = true; })",
                form);
        page.evaluate("() => { window.isBefore = true; }");
        page.evaluate(
                "i => (document.forms[i].querySelector('input[type=search],input[type=password],"
                        + "input:not([type]),input[type=text]:not([readonly]),button')).focus()",
                form);

        Request request = page.waitForRequest(
                asked -> asked.isNavigationRequest() && asked.url().startsWith(PageClient.host() + action),
                () -> page.keyboard().press("Enter"));

        page.waitForFunction("() => !window.isBefore && document.readyState === 'complete'");
        int status = request.response().status();
        assertThat(status).as("form %d of %s", form, screen).matches(action.equals("/sign-in") ? WRONG_KEY : ACCEPTED);
    }

    @Test
    void withoutScriptsEveryScreenSaysTheSame() {
        try (BrowserContext with = browser.newContext();
                BrowserContext without =
                        browser.newContext(new Browser.NewContextOptions().setJavaScriptEnabled(false))) {
            Page scripted = with.newPage();
            Page plain = without.newPage();
            for (Screen screen : screens) {
                scripted.navigate(PageClient.host() + screen.path());
                plain.navigate(PageClient.host() + screen.path());

                assertThat(text(plain)).as("text of %s", screen).isEqualTo(text(scripted));
                assertThat(plain.locator("h1").first().isVisible())
                        .as("heading of %s", screen)
                        .isTrue();
            }
        }
    }

    @Test
    void withoutScriptsFormsAndLinksWork() {
        String run = PageScreens.conversation();
        String other = PageScreens.conversation();
        try (BrowserContext context = browser.newContext(new Browser.NewContextOptions().setJavaScriptEnabled(false))) {
            Page page = context.newPage();
            page.navigate(PageClient.host() + "/runs");
            page.fill("main input[type=search]", "state:open");
            page.press("main input[type=search]", "Enter");
            page.check("input[name=run][value='" + run + "']");
            page.check("input[name=run][value='" + other + "']");
            page.click("text=Compare two ticked runs");
            assertThat(page.url()).contains("/runs/compare?");
            page.click("main a[href='/runs/" + run + "']");
            page.click(".map a");
            assertThat(page.textContent("h1")).startsWith("Exchange");
            page.click(".crumbs a[href='/runs/" + run + "']");
            page.click("button[value=seal]");
            assertThat(PageClient.json("/api/v1/runs/" + run).path("state").asText())
                    .isEqualTo("SEALED");
            page.navigate(PageClient.host() + "/matrix/can-i-use");
            page.fill("input[name=client]", "nobody");
            page.press("input[name=client]", "Enter");
            assertThat(page.url()).contains("client=nobody");
        }
    }

    // The status of the page of an error; and what axe does, as the pages have no canvas.
    private static void record(Page page, List<String> messages) {
        page.onConsoleMessage(message -> {
            boolean isExpected =
                    message.text().contains("404 (Not Found)") || message.text().startsWith("Canvas2D");
            if (!isExpected) {
                messages.add(page.url() + " " + message.text());
            }
        });
        page.onPageError(error -> messages.add(page.url() + " " + error));
    }

    /// What a page says, without the state of its connection and times that pass.
    private static String text(Page page) {
        return page.locator("body")
                .innerText()
                .replaceAll("(?m)^(live|reconnecting…)$", "")
                .replaceAll("\\d+ (s|min|h|days) ago", "ago")
                .replaceAll("\\s+", " ");
    }
}
