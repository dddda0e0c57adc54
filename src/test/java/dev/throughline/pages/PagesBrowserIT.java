package dev.throughline.pages;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What people do with the pages, in a real browser. Skipped where there is no Chromium, but for
/// `THROUGHLINE_CHROMIUM=required`.
@QuarkusTest
class PagesBrowserIT extends InChromium {
    private static final int PATIENCE_MILLIS = 30_000;

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
    void aVersionIsFoundInTwoActions() {
        MeasuredPages.once("two-actions");
        try (BrowserContext context = browser.newContext()) {
            Page page = context.newPage();
            page.navigate(PageClient.host() + "/");
            page.fill("header input[type=search]", "two-actions 1.0.0");
            page.press("header input[type=search]", "Enter");

            assertThat(page.textContent("h1")).isEqualTo("two-actions 1.0.0");
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
}
