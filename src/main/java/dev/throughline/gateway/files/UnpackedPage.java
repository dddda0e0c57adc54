package dev.throughline.gateway.files;

import java.io.IOException;
import org.apache.pdfbox.io.RandomAccessRead;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;

/// A page whose content is decoded before it is parsed, so that `BoundedPdfFilters` apply: when decoded on
/// the fly, it may contain a single token without end.
final class UnpackedPage extends PDPage {
    private final PDPage page;

    UnpackedPage(PDPage page) {
        super(page.getCOSObject());
        this.page = page;
    }

    @Override
    public RandomAccessRead getContentsForStreamParsing() throws IOException {
        return getContentsForRandomAccess();
    }

    /// With the fonts loaded for other pages.
    @Override
    public PDResources getResources() {
        return page.getResources();
    }
}
