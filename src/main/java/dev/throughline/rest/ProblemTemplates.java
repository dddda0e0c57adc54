package dev.throughline.rest;

import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;

/// The page of a problem.
@CheckedTemplate(basePath = "pages")
final class ProblemTemplates {
    private ProblemTemplates() {}

    static native TemplateInstance problem(PageFrame frame, Problem problem);
}
