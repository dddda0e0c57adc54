package dev.throughline.matrix.api;

import dev.throughline.export.FileKind;
import dev.throughline.export.HtmlPage;
import dev.throughline.rest.PageLinks;
import java.nio.charset.StandardCharsets;

/// The cells as a single file that works offline and without scripts, in the style of the pages. Its links lead to
/// the service that wrote it.
public record HtmlMatrix() implements MatrixFormat {
    @Override
    public FileKind kind() {
        return FileKind.HTML;
    }

    @Override
    public byte[] write(MatrixPage page) {
        MatrixTable table = MatrixTable.of(page, page.page().replaceFirst("\\?.*$", ""));
        return MatrixTemplates.file(table, page, PageLinks.SERVICE, HtmlPage.STYLE, HtmlPage.POLICY)
                .render()
                .getBytes(StandardCharsets.UTF_8);
    }
}
