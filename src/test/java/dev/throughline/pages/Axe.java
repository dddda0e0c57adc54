package dev.throughline.pages;

import com.microsoft.playwright.Page;
import dev.throughline.text.Resources;

import static org.assertj.core.api.Assertions.assertThat;

/// Axe-core, which checks the page that a browser shows for accessibility.
final class Axe {
    private static final String SCRIPT = Resources.text("META-INF/resources/webjars/axe-core/4.6.3/axe.min.js");
    private static final String VIOLATIONS = "axe.run().then(found => found.violations.flatMap(one =>"
            + " one.nodes.map(node => one.id + ' ' + node.html.slice(0, 160))))";

    private Axe() {}

    static void assertIsAccessible(Page page, Object name) {
        page.evaluate(SCRIPT);
        assertThat((Iterable<?>) page.evaluate(VIOLATIONS))
                .as("violations of %s", name)
                .isEmpty();
    }
}
