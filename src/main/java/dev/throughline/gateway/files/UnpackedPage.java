package dev.throughline.gateway.files;

import java.io.IOException;
import org.apache.pdfbox.io.RandomAccessRead;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;

/// A page whose content is unpacked before it is read, so that `BoundedPdfFilters` see it: what is unpacked on
/// the way may hold one word without end.
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

    /// With the fonts that other pages have read.
    @Override
    public PDResources getResources() {
        return page.getResources();
    }
}
