package dev.throughline.matrix.api;

import dev.throughline.rest.PageLinks;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;

/// The matrix as a file. A name that the template uses and its records lack fails the build.
@CheckedTemplate(basePath = "matrix")
final class MatrixTemplates {
    private MatrixTemplates() {}

    /// @param page the same filter in the service that wrote the file
    /// @param style the rules of the style sheet
    /// @param policy allows that style and nothing else
    static native TemplateInstance file(
            MatrixTable table, MatrixPage page, PageLinks links, String style, String policy);
}
