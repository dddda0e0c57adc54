package dev.throughline.run.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A timeline of a run with a row per item and a column per exchange: where the item was issued, where it was last
/// seen, and its outcome. Lengths are in pixels.
///
/// An open circle is the answer that issued the item, a disc the request that the outcome was seen in; a
/// lost item has a cross instead of a disc, so that color is not the only distinction.
///
/// @param legend what it shows
public record Timeline(int width, int height, String legend, List<Column> columns, List<Row> rows) {
    private static final int MOST_ROWS = 200;
    private static final int MOST_COLUMNS = 200;
    private static final int LEFT = 250;
    private static final int TOP = 34;
    private static final int COLUMN = 34;
    private static final int ROW = 20;
    private static final int LABEL_LENGTH = 34;
    private static final String MARKS =
            "Columns are exchanges, rows are items. An open circle: issued by this answer. A disc: returned in"
                    + " this request. A cross: lost here.";

    /// An exchange.
    public record Column(int number, int x) {}

    /// An item.
    /// @param from where its answer is
    /// @param to where its last request is
    public record Row(int y, String title, String label, int from, int to, List<Mark> marks) {}

    /// A request that had to carry an item.
    /// @param style the CSS class of a disc
    public record Mark(int x, String style, boolean isLost) {
        static Mark of(ItemResult itemResult, int column) {
            String style = itemResult == ItemResult.NOT_DUE
                    ? "cell"
                    : HtmlReport.tone(itemResult).style();
            return new Mark(Timeline.x(column), style, itemResult == ItemResult.LOST);
        }
    }

    static Timeline of(List<ReportedItem> items) {
        List<Track> all = tracks(items);
        List<Track> shown = all.stream()
                .filter(track -> track.lastColumn() <= MOST_COLUMNS)
                .limit(MOST_ROWS)
                .toList();
        int last = shown.stream().mapToInt(Track::lastColumn).max().orElse(1);
        return new Timeline(
                LEFT + last * COLUMN + COLUMN,
                TOP + shown.size() * ROW + 6,
                legend(shown.size(), all.size()),
                IntStream.rangeClosed(1, last)
                        .mapToObj(number -> new Column(number, x(number)))
                        .toList(),
                IntStream.range(0, shown.size())
                        .mapToObj(row -> shown.get(row).row(TOP + row * ROW + ROW / 2))
                        .toList());
    }

    private static String legend(int shown, int all) {
        if (all == 0) {
            return "No item was observed.";
        }
        return shown == all ? MARKS : MARKS + " Shown are " + shown + " of " + all + " items.";
    }

    private static List<Track> tracks(List<ReportedItem> items) {
        Map<String, List<ReportedItem>> byItem = items.stream()
                .collect(Collectors.groupingBy(
                        item -> item.exchange() + "." + item.ordinal() + "." + item.category(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return byItem.values().stream()
                .map(Track::new)
                .sorted(Comparator.comparingInt(track -> track.first().exchange()))
                .toList();
    }

    private static int x(int column) {
        return LEFT + column * COLUMN;
    }

    /// An item in all its scopes.
    private record Track(List<ReportedItem> items) {
        ReportedItem first() {
            return items.getFirst();
        }

        int lastColumn() {
            return items.stream().mapToInt(Track::lastColumn).max().orElse(1);
        }

        private static int lastColumn(ReportedItem item) {
            int last = Math.max(item.exchange(), item.observedIn());
            if (item.changes() != null) {
                last = Math.max(last, item.changes().getLast().from());
            }
            return item.lastSeenIn() == null ? last : Math.max(last, item.lastSeenIn());
        }

        Row row(int y) {
            return new Row(
                    y,
                    title(),
                    label(),
                    x(first().exchange()),
                    x(lastColumn()),
                    items.stream().flatMap(Track::marks).toList());
        }

        private static Stream<Mark> marks(ReportedItem item) {
            if (item.changes() != null) {
                return item.changes().stream()
                        .map(change -> Mark.of(ItemResult.of(change.outcome(), item.due()), change.from()));
            }
            List<Mark> marks = new ArrayList<>();
            if (item.lastSeenIn() != null && item.lastSeenIn() != item.observedIn()) {
                marks.add(Mark.of(ItemResult.RETURNED, item.lastSeenIn()));
            }
            marks.add(Mark.of(ItemResult.of(item), item.observedIn()));
            return marks.stream();
        }

        private String label() {
            String token = first().token().replaceAll("\\R", " ");
            String category = first().category().name();
            String name = token.contains(category) ? token : category + " " + token;
            return name.codePointCount(0, name.length()) <= LABEL_LENGTH
                    ? name
                    : name.substring(0, name.offsetByCodePoints(0, LABEL_LENGTH - 1)) + "\u2026";
        }

        private String title() {
            return items.stream()
                    .map(item -> item.token() + " of turn " + item.turn() + ", " + ReportWording.scope(item.scope())
                            + ": " + item.outcome() + " in " + ReportWording.place(item)
                            + ReportWording.changes(item))
                    .collect(Collectors.joining("; "));
        }
    }
}
