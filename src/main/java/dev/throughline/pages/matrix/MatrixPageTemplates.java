package dev.throughline.pages.matrix;

import dev.throughline.rest.PageFrame;
import io.quarkus.qute.CheckedTemplate;
import io.quarkus.qute.TemplateInstance;

/// The pages of the matrix. A name that a template uses and its records lack fails the build.
@CheckedTemplate(basePath = "pages/matrix", defaultName = CheckedTemplate.HYPHENATED_ELEMENT_NAME)
final class MatrixPageTemplates {
    private MatrixPageTemplates() {}

    static native TemplateInstance overview(PageFrame frame, MatrixOverview overview);

    static native TemplateInstance cells(PageFrame frame, MatrixListContent list);

    static native TemplateInstance cell(PageFrame frame, CellContent cell);

    static native TemplateInstance compare(PageFrame frame, CompareContent compare);

    static native TemplateInstance first(PageFrame frame, FirstMatrixContent first);

    static native TemplateInstance gateways(PageFrame frame, GatewayMap map);

    static native TemplateInstance canIUse(PageFrame frame, UseContent use);
}
