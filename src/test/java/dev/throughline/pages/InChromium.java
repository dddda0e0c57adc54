package dev.throughline.pages;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Playwright;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// Tests that share a browser, each with a context of its own. Skipped where there is no Chromium, but for
/// `THROUGHLINE_CHROMIUM=required`.
abstract class InChromium {
    static Browser browser;
    private static Playwright playwright;

    @BeforeAll
    static void launch() {
        playwright = ChromiumLauncher.playwright();
        browser = ChromiumLauncher.browser(playwright);
    }

    @AfterAll
    static void close() {
        if (playwright != null) {
            playwright.close();
        }
    }
}
