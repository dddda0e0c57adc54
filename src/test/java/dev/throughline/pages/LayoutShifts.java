package dev.throughline.pages;

import com.microsoft.playwright.Page;
import java.util.List;
import java.util.Map;

/// How much of a page moved without being asked to. Source: W3C Layout Instability.
final class LayoutShifts {
    /// To be run before the scripts of a page.
    static final String OBSERVER = """
            window.shifts = [];
            new PerformanceObserver(list => {
              for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts.push({
                value: one.value,
                moved: one.sources.map(({node, previousRect: from, currentRect: to}) =>
                  `${node?.nodeName} ${(node?.textContent ?? '').trim().slice(0, 60)} from `
                    + [from, to].map(box => `${box.x},${box.y} ${box.width}x${box.height}`).join(' to ')),
              });
            }).observe({type: 'layout-shift', buffered: true});""";

    private static final String FRAMES = """
            () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))""";

    // A browser paints what it has of a page; a table ends after any of its rows then. It paints nothing of a page
    // before its style sheets have arrived, but it does of one that a script writes.
    private static final String IN_PIECES = """
            async pieces => {
              const frames = %s;
              const page = await (await fetch(location.href, {headers: {accept: 'text/html'}})).text();
              const body = page.indexOf('<body');
              document.open();
              document.write(page.slice(0, body));
              const sheets = [...document.querySelectorAll('link[rel=stylesheet]')];
              for (let i = 0; i < 1000 && sheets.some(link => !link.sheet); i++) await frames();
              for (let from = body, piece = 1; piece <= pieces; piece++) {
                const row = page.indexOf('</tr>', page.length * piece / pieces);
                const to = piece === pieces || row < 0 ? page.length : row;
                document.write(page.slice(from, to));
                from = to;
                await frames();
              }
              document.close();
            }""".formatted(FRAMES);

    private LayoutShifts() {}

    /// @param value the sum of the scores of all shifts
    /// @param moved what moved, and from where to where
    record Sum(double value, List<?> moved) {}

    /// The shifts since the page was opened, after two further frames.
    static Sum sum(Page page) {
        page.evaluate(FRAMES);
        List<?> shifts = (List<?>) page.evaluate("() => window.shifts");
        return new Sum(
                shifts.stream()
                        .mapToDouble(one -> ((Number) ((Map<?, ?>) one).get("value")).doubleValue())
                        .sum(),
                shifts.stream().map(one -> ((Map<?, ?>) one).get("moved")).toList());
    }

    /// Shows the page once more, as one that arrives slowly.
    static void arriveInPieces(Page page, int pieces) {
        page.evaluate(IN_PIECES, pieces);
    }
}
