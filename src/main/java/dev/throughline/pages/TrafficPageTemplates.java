package dev.throughline.pages;

import dev.throughline.rest.PageFrame;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;

/// The page of live traffic. A name that the template uses and its records lack fails the build.
@CheckedTemplate(basePath = "pages/traffic", defaultName = CheckedTemplate.HYPHENATED_ELEMENT_NAME)
final class TrafficPageTemplates {
    private TrafficPageTemplates() {}

    static native TemplateInstance overview(PageFrame frame, TrafficContent traffic);
}
