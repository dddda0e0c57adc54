package dev.throughline.pages;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Playwright;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// All tests of a class use one browser; each opens its own context. They are skipped if Chromium is missing, unless
/// `THROUGHLINE_CHROMIUM=required` is set.
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
