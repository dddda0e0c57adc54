package dev.throughline.pages.matrix;

import dev.throughline.matrix.api.CellMark;
import dev.throughline.matrix.api.CellWords;
import dev.throughline.matrix.api.MatrixCell;
import dev.throughline.matrix.api.MatrixTable.Slot;
import dev.throughline.pages.matrix.MatrixOverview.OverviewRow;
import dev.throughline.pages.matrix.MatrixOverview.ReportLine;
import dev.throughline.pages.matrix.MatrixOverview.VariantMark;
import dev.throughline.pages.matrix.VersionStrips.Segment;
import dev.throughline.pages.matrix.VersionStrips.Strip;
import dev.throughline.pages.matrix.VersionStrips.VersionLink;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// About how many bytes of HTML the rows of the matrix take.
final class PageRoom {
    /// What the rows of a page may take by this count, which is high by a half for ordinary names and leaves room for
    /// those whose characters are escaped, for the style sheet, and for what stands around the rows.
    static final int BYTES = 100_000;

    /// What the strips of versions above a list may take of them.
    static final int OF_STRIPS = 45_000;

    private static final int OF_ROW = 450;
    private static final int OF_MARK = 300;
    private static final int OF_SLOT = 70;
    private static final int OF_NOTE = 40;

    private PageRoom() {}

    static int bytes(OverviewRow row) {
        int all = OF_ROW + bytes(row.product(), row.address(), row.version(), row.through()) + bytes(row.origins());
        for (Slot slot : row.slots()) {
            all += OF_SLOT;
            for (CellMark cell : slot.cells()) {
                all += OF_MARK + bytes(cell.address(), cell.title()) + bytes(cell.notes());
            }
        }
        for (VariantMark variant : row.variants()) {
            all += OF_MARK + bytes(variant.name(), variant.address());
        }
        return all;
    }

    static int bytes(Strip strip) {
        int all = OF_ROW + bytes(strip.setting());
        for (Segment segment : strip.segments()) {
            all += OF_SLOT + bytes(segment.words());
            for (VersionLink version : segment.versions()) {
                all += OF_SLOT + bytes(version.version(), version.address());
            }
        }
        return all;
    }

    static int bytes(ReportLine line) {
        return OF_ROW + bytes(line.product(), line.text(), line.source(), line.link());
    }

    /// Of a row of a list of cells.
    static int ofCells(List<MatrixCell> row) {
        MatrixCell first = row.getFirst();
        int all = OF_ROW + bytes(CellWords.subject(first)) + bytes(CellWords.settings(first));
        for (MatrixCell cell : row) {
            all += OF_SLOT + OF_MARK + bytes(CellMark.title(cell)) + bytes(CellMark.notes(cell));
            all += bytes(cell.claims().stream().map(CellWords::claim).toList());
        }
        return all;
    }

    private static int bytes(String... texts) {
        int all = 0;
        for (String text : texts) {
            all += text.getBytes(StandardCharsets.UTF_8).length;
        }
        return all;
    }

    private static int bytes(List<String> texts) {
        return texts.stream().mapToInt(text -> OF_NOTE + bytes(text)).sum();
    }
}
