package dev.throughline.run.report;

import java.util.List;

/// The thread map of a part of one conversation. Rows are items that answers contained, grouped by user
/// turn; columns are requests; a mark at a request is one observation. All marks of one kind in a row are drawn
/// together, so that the size of a page grows with its rows.
///
/// Lengths are in pixels of the drawing.
///
/// @param counts number of observations by mark, over all rows of these columns
/// @param rows number of rows over all pages of rows
/// @param firstRow position of the first row shown, from 0
public record ThreadMap(
        List<Column> columns,
        List<Group> groups,
        List<MarkCount> counts,
        int width,
        int height,
        int rows,
        int firstRow,
        int observations) {
    public ThreadMap {
        columns = List.copyOf(columns);
        groups = List.copyOf(groups);
        counts = List.copyOf(counts);
    }

    /// One request.
    public record Column(int exchange, int x, String title) {}

    /// The items of one user turn.
    public record Group(int turn, int y, List<ItemRow> rows) {}

    /// One item. Its thread begins at the answer that issued it and breaks where a request lost it.
    ///
    /// @param from place of the answer that issued it; the left border if that is further left
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
            List<Thread> threads,
            boolean isBroken,
            boolean isIssuedHere,
            List<RowMark> marks) {
        public ItemRow {
            threads = List.copyOf(threads);
            marks = List.copyOf(marks);
        }
    }

    /// The parts of a thread that are drawn alike.
    /// @param style `kept`, `repaired` or `lost`
    public record Thread(String style, String path) {}

    /// All observations of an item with the same mark.
    ///
    /// @param dots path of a dot at each request, to be drawn with dashes of no length
    /// @param places x coordinates of the glyphs
    /// @param glyphs one for each place
    /// @param title what happened in which requests
    /// @param reason what differed in the first of them; empty if nothing more is known
    /// @param links to the requests that lost the item; none for other marks
    public record RowMark(
            ThreadMark mark,
            String dots,
            String places,
            String glyphs,
            String title,
            List<RequestSpan> spans,
            String reason,
            List<Link> links) {
        public RowMark {
            spans = List.copyOf(spans);
            links = List.copyOf(links);
        }
    }

    /// A request and its place.
    public record Link(int request, int x) {}

    /// Requests that follow one another on the map.
    /// @param first number of the first
    /// @param last number of the last; 0 if there is only one
    public record RequestSpan(int first, int last) {}

    /// How often a mark occurs.
    public record MarkCount(ThreadMark mark, int count) {}
}
