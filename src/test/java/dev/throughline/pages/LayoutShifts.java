package dev.throughline.pages;

import com.microsoft.playwright.Page;

/// How much of a page moved without being asked to. Source: W3C Layout Instability.
final class LayoutShifts {
    /// To be run before the scripts of a page.
    static final String OBSERVER = """
            window.shifts = [];
            new PerformanceObserver(list => {
              for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts.push(one.value);
            }).observe({type: 'layout-shift', buffered: true});""";

    private static final String SUM = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame("
            + "() => setTimeout(() => done(window.shifts.reduce((a, b) => a + b, 0)), 0))))";

    private LayoutShifts() {}

    /// The sum of all shifts since the page was opened, after two further frames.
    static double sum(Page page) {
        return ((Number) page.evaluate(SUM)).doubleValue();
    }
}
