package dev.throughline.pages.thread;

import java.util.List;

/// The thread map of a part of one conversation. Rows are items that answers contained, grouped by user
/// turn; columns are requests; a cell is one observation.
///
/// Lengths are in pixels of the drawing.
///
/// @param cells number of observations by mark, over all rows of these columns
/// @param rows number of rows over all pages of rows
/// @param firstRow position of the first row shown, from 0
public record ThreadMap(
        List<Column> columns,
        List<Group> groups,
        List<MarkCount> cells,
        int width,
        int height,
        int rows,
        int firstRow,
        int observations) {
    public ThreadMap {
        columns = List.copyOf(columns);
        groups = List.copyOf(groups);
        cells = List.copyOf(cells);
    }

    /// One request.
    public record Column(int exchange, int x, String title) {}

    /// The items of one user turn.
    public record Group(int turn, int y, List<ItemRow> rows) {}

    /// One item. Its line leads from the answer that issued it to the last request that kept it.
    ///
    /// @param from place of the answer that issued it; the left border if that is further left
    /// @param kept place of the last request that carried it unchanged, `from` if none did
    /// @param end place of the last request that it was looked for in
    /// @param isBroken whether a request did not carry it as required
    /// @param isIssuedHere whether the answer that issued it is among the columns
    public record ItemRow(
            String label,
            String kind,
            String excerpt,
            int exchange,
            int ordinal,
            int y,
            int from,
            int kept,
            int end,
            boolean isBroken,
            boolean isIssuedHere,
            List<Cell> cells) {}

    /// One observation.
    /// @param request number of the observing request
    public record Cell(int request, int x, ThreadMark mark, String title) {}

    /// How often a mark occurs.
    public record MarkCount(ThreadMark mark, int count) {}
}
