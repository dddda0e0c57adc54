package dev.throughline.pages;

import com.microsoft.playwright.Page;

/// A page that follows the service, and what of it shows that a number of requests of a run were received.
enum LivePage {
    HOME("/", "#list tr:has(a[href='/runs/%s']) td.number:text-is('%d')"),
    RUN("/runs/%s", "#facts dt:text-is('Exchanges') + dd bdi:text-is('%2$d')"),
    LIVE("/live", "#now .stream a[href='/runs/%s/exchanges/%d']");

    private final String path;
    private final String selector;

    LivePage(String path, String selector) {
        this.path = path;
        this.selector = selector;
    }

    String address(String run) {
        return path.formatted(run);
    }

    String shows(String run, int request) {
        return selector.formatted(run, request);
    }

    /// Hides a page or shows it again: a browser without a window hides none by itself.
    static void hide(Page page, boolean isHidden) {
        page.evaluate(
                "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});"
                        + " document.dispatchEvent(new Event('visibilitychange')); }",
                isHidden);
    }
}
