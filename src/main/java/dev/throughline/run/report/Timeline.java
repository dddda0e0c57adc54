package dev.throughline.run.report;

import dev.throughline.export.MarkupWriter;
import dev.throughline.export.Tone;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// An SVG timeline of a run with a row per item and a column per exchange: where the item was issued, where
/// it was last seen, and its outcome.
///
/// An open circle is the answer that issued the item, a disc the request that the outcome was seen in; a
/// lost item has a cross instead of a disc, so that color is not the only distinction.
final class Timeline {
    private static final int MOST_ROWS = 200;
    private static final int MOST_COLUMNS = 200;
    private static final int LEFT = 250;
    private static final int TOP = 34;
    private static final int COLUMN = 34;
    private static final int ROW = 20;
    private static final int LABEL_LENGTH = 34;

    private final MarkupWriter page;

    private Timeline(MarkupWriter page) {
        this.page = page;
    }

    static void draw(MarkupWriter page, RunReport report) {
        page.element("h2", "Turns and items").line();
        List<Track> all = tracks(report.items());
        if (all.isEmpty()) {
            page.element("p", "No item was observed.", "class", "faint").line();
            return;
        }
        List<Track> tracks = all.stream()
                .filter(track -> track.lastColumn() <= MOST_COLUMNS)
                .limit(MOST_ROWS)
                .toList();
        page.element("p", legend(tracks.size(), all.size()), "class", "faint").line();
        new Timeline(page).plot(tracks);
    }

    private static String legend(int shown, int all) {
        String marks =
                "Columns are exchanges, rows are items. An open circle: issued by this answer. A disc: returned in"
                        + " this request. A cross: lost here.";
        return shown == all ? marks : marks + " Shown are " + shown + " of " + all + " items.";
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

    private void plot(List<Track> tracks) {
        int columns = tracks.stream().mapToInt(Track::lastColumn).max().orElse(1);
        int width = LEFT + columns * COLUMN + COLUMN;
        int height = TOP + tracks.size() * ROW + 6;
        page.open("div", "class", "scroll")
                .open(
                        "svg",
                        "class",
                        "plot",
                        "xmlns",
                        "http://www.w3.org/2000/svg",
                        "width",
                        text(width),
                        "height",
                        text(height),
                        "viewBox",
                        "0 0 " + width + " " + height,
                        "role",
                        "img",
                        "aria-label",
                        "Outcome of each item, request by request")
                .line();
        for (int column = 1; column <= columns; column++) {
            grid(column, height);
        }
        for (int row = 0; row < tracks.size(); row++) {
            track(tracks.get(row), TOP + row * ROW + ROW / 2);
        }
        page.close().closeLine();
    }

    private void grid(int column, int height) {
        String x = text(x(column));
        page.element("text", text(column), "x", x, "y", "14", "text-anchor", "middle");
        page.empty("line", "class", "grid", "x1", x, "x2", x, "y1", "20", "y2", text(height))
                .line();
    }

    private void track(Track track, int y) {
        ReportedItem first = track.first();
        page.open("g").element("title", track.title());
        page.element("text", label(first), "x", "0", "y", text(y + 4));
        page.empty(
                "line",
                "class",
                "from",
                "x1",
                text(x(first.exchange())),
                "x2",
                text(x(track.lastColumn())),
                "y1",
                text(y),
                "y2",
                text(y));
        page.empty("circle", "class", "cell", "cx", text(x(first.exchange())), "cy", text(y), "r", "5");
        track.items().forEach(item -> marks(item, y));
        page.closeLine();
    }

    private void marks(ReportedItem item, int y) {
        if (item.changes() != null) {
            item.changes().forEach(change -> mark(item, change, y));
            return;
        }
        if (item.lastSeenIn() != null && item.lastSeenIn() != item.observedIn()) {
            disc(Tone.GOOD, item.lastSeenIn(), y);
        }
        ItemResult itemResult = ItemResult.of(item);
        switch (itemResult) {
            case LOST -> cross(item.observedIn(), y);
            case RETURNED, ABSENT, FOREIGN, NOT_DUE -> disc(HtmlReport.tone(itemResult), item.observedIn(), y);
        }
    }

    /// A mark where the outcome of an item changed.
    private void mark(ReportedItem item, ReportedChange change, int y) {
        ItemResult itemResult = ItemResult.of(change.outcome(), item.due());
        switch (itemResult) {
            case LOST -> cross(change.from(), y);
            case RETURNED, ABSENT, FOREIGN, NOT_DUE -> disc(HtmlReport.tone(itemResult), change.from(), y);
        }
    }

    private void disc(Tone tone, int column, int y) {
        page.empty("circle", "class", shape(tone), "cx", text(x(column)), "cy", text(y), "r", "5");
    }

    private void cross(int column, int y) {
        int x = x(column);
        String path = "M%d %dl2-2 4 4 4-4 2 2-4 4 4 4-2 2-4-4-4 4-2-2 4-4z".formatted(x - 6, y - 4);
        page.empty("path", "class", "bad", "d", path);
    }

    private static String shape(Tone tone) {
        return tone == Tone.NONE ? "cell" : tone.style();
    }

    private static String label(ReportedItem item) {
        String token = item.token().replaceAll("\\R", " ");
        String name = token.contains(item.category().name()) ? token : item.category() + " " + token;
        return name.codePointCount(0, name.length()) <= LABEL_LENGTH
                ? name
                : name.substring(0, name.offsetByCodePoints(0, LABEL_LENGTH - 1)) + "\u2026";
    }

    private static int x(int column) {
        return LEFT + column * COLUMN;
    }

    private static String text(int number) {
        return Integer.toString(number);
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

        String title() {
            return items.stream()
                    .map(item -> item.token() + " of turn " + item.turn() + ", " + ReportWording.scope(item.scope())
                            + ": " + item.outcome() + " in " + ReportWording.place(item)
                            + ReportWording.changes(item))
                    .collect(Collectors.joining("; "));
        }
    }
}
