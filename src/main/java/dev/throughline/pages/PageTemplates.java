package dev.throughline.pages;

import dev.throughline.rest.PageFrame;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;

/// The pages. A name that a template uses and its records lack fails the build.
@CheckedTemplate(basePath = "pages", defaultName = CheckedTemplate.HYPHENATED_ELEMENT_NAME)
final class PageTemplates {
    private PageTemplates() {}

    static native TemplateInstance home(PageFrame frame, HomeContent home);

    static native TemplateInstance runs(PageFrame frame, RunListContent list);

    static native TemplateInstance find(PageFrame frame, FindContent found);

    static native TemplateInstance run(PageFrame frame, RunContent run);

    static native TemplateInstance runCompare(PageFrame frame, RunComparison comparison);

    static native TemplateInstance exchange(PageFrame frame, ExchangeDetail exchange);

    static native TemplateInstance live(PageFrame frame, HomeContent home);

    static native TemplateInstance help(PageFrame frame, HelpContent help);

    static native TemplateInstance signIn(PageFrame frame, String next, String message);
}
