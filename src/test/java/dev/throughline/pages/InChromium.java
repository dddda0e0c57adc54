package dev.throughline.pages;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Playwright;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A test with a browser of its own for each method. Skipped where there is no Chromium, but for
/// `THROUGHLINE_CHROMIUM=required`.
abstract class InChromium {
    Browser browser;
    private Playwright playwright;

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
}
