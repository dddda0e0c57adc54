package dev.throughline.run.report;

import dev.throughline.run.report.ThreadMap.Column;
import dev.throughline.run.report.ThreadMap.Group;
import dev.throughline.run.report.ThreadMap.ItemRow;
import dev.throughline.run.report.ThreadMap.Link;
import dev.throughline.run.report.ThreadMap.MarkCount;
import dev.throughline.run.report.ThreadMap.RequestSpan;
import dev.throughline.run.report.ThreadMap.RowMark;
import dev.throughline.run.report.ThreadMap.Thread;
import dev.throughline.trace.Category;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Draws the thread map of some requests, on pages as in reports.
public final class ThreadMapLayout {
    private static final int LEFT = 144;
    private static final int TOP = 40;
    private static final int COLUMN = 34;
    private static final int ROW = 26;
    private static final int EXCERPT = 80;
    private static final Set<String> WHOLE = Set.of(ThreadMark.EXACT.thread(), ThreadMark.REPAIRED.thread());

    private final SequencedMap<Integer, String> titles;
    private final List<Integer> numbers;
    private final Map<Integer, Integer> places = new HashMap<>();

    /// @param titles of the requests, by number, in the order of the columns
    public ThreadMapLayout(SequencedMap<Integer, String> titles) {
        this.titles = titles;
        this.numbers = List.copyOf(titles.keySet());
        for (int i = 0; i < numbers.size(); i++) {
            places.put(numbers.get(i), i);
        }
    }

    /// An item, and what requests did with it.
    /// @param exchange whose answer issued it
    /// @param value shown where its row is pointed at, as far as there is room
    /// @param seen by requests; only those of the map are shown
    public record Item(int turn, int exchange, int ordinal, Category category, String value, List<Seen> seen) {
        public Item {
            seen = seen.stream().sorted(Comparator.comparingInt(Seen::request)).toList();
        }
    }

    /// @param reason what differed; empty if nothing more is known
    public record Seen(int request, ThreadMark mark, String reason) {}

    /// The x coordinate of a column by its position.
    static int x(int column) {
        return LEFT + COLUMN / 2 + column * COLUMN;
    }

    /// @param all items, by turn
    /// @param firstRow position of the first row to show
    /// @param mostRows the most rows
    public ThreadMap map(List<Item> all, int firstRow, int mostRows) {
        List<Item> shown = all.stream()
                .skip(Math.min(firstRow, all.size()))
                .limit(mostRows)
                .toList();
        List<Group> groups = new ArrayList<>();
        int y = TOP;
        for (var turn : shown.stream()
                .collect(Collectors.groupingBy(Item::turn, TreeMap::new, Collectors.toList()))
                .entrySet()) {
            List<ItemRow> rows = new ArrayList<>();
            int top = y;
            y += ROW;
            for (Item item : turn.getValue()) {
                rows.add(row(item, y + ROW / 2));
                y += ROW;
            }
            groups.add(new Group(turn.getKey(), top + ROW / 2, rows));
        }
        int width = LEFT + Math.max(1, numbers.size()) * COLUMN + 8;
        List<MarkCount> counts = counts(all);
        int observations = counts.stream().mapToInt(MarkCount::count).sum();
        return new ThreadMap(heads(), groups, counts, width, y + 8, all.size(), firstRow, observations);
    }

    /// How often each mark is on a map.
    public static List<MarkCount> counts(List<Item> items) {
        Map<ThreadMark, Integer> counts = new EnumMap<>(ThreadMark.class);
        items.stream()
                .flatMap(item -> item.seen().stream())
                .forEach(seen -> counts.merge(seen.mark(), 1, Integer::sum));
        return counts.entrySet().stream()
                .map(count -> new MarkCount(count.getKey(), count.getValue()))
                .toList();
    }

    private ItemRow row(Item item, int y) {
        boolean isIssuedHere = places.containsKey(item.exchange());
        int from = isIssuedHere ? place(item.exchange()) : LEFT;
        String name = "#" + item.exchange() + " " + ReportWording.kind(item.category());
        var rowMarks = new RowMarks(numbers, name);
        List<Seen> shown = item.seen().stream()
                .filter(seen -> places.containsKey(seen.request()))
                .toList();
        shown.forEach(seen -> rowMarks.add(column(seen.request()), seen.mark(), seen.reason()));
        return new ItemRow(
                name,
                item.category().name(),
                excerpt(item.value()),
                item.exchange(),
                item.ordinal(),
                y,
                from,
                threads(from, isIssuedHere, shown),
                shown.stream().anyMatch(seen -> seen.mark().tone().equals("bad")),
                isIssuedHere,
                rowMarks.marks());
    }

    /// A line leads to a request that did with the item what the one before it did; otherwise the thread is broken.
    /// Restored items reached the model, so that a thread is whole there.
    private List<Thread> threads(int from, boolean isIssuedHere, List<Seen> found) {
        Map<String, StringBuilder> paths = new TreeMap<>();
        String before = isIssuedHere || found.isEmpty()
                ? ThreadMark.EXACT.thread()
                : found.getFirst().mark().thread();
        String drawn = "";
        int x = from;
        for (Seen one : found) {
            String style = one.mark().thread();
            boolean isWhole = style.equals(before) || WHOLE.contains(style) && WHOLE.contains(before);
            if (isWhole && !style.isEmpty()) {
                StringBuilder path = paths.computeIfAbsent(style, _ -> new StringBuilder());
                (style.equals(drawn) ? path : path.append('M').append(x).append(" 0"))
                        .append('H')
                        .append(place(one.request()));
            }
            drawn = isWhole ? style : "";
            before = style;
            x = place(one.request());
        }
        return paths.entrySet().stream()
                .map(path -> new Thread(path.getKey(), path.getValue().toString()))
                .toList();
    }

    private int place(int request) {
        return x(column(request));
    }

    private int column(int request) {
        return Objects.requireNonNull(places.get(request), "request is not shown");
    }

    private List<Column> heads() {
        return titles.entrySet().stream()
                .map(one -> new Column(one.getKey(), place(one.getKey()), one.getValue()))
                .toList();
    }

    private static String excerpt(String value) {
        return value.length() <= EXCERPT ? value : value.substring(0, EXCERPT) + "…";
    }

    /// Joins the observations of one item by their mark.
    static final class RowMarks {
        private final List<Integer> columns;
        private final String item;
        private final Map<ThreadMark, List<Dot>> byMark = new EnumMap<>(ThreadMark.class);

        private record Dot(int column, String reason) {}

        /// @param columns numbers of the requests of the map, in order
        /// @param item what was observed, in words
        RowMarks(List<Integer> columns, String item) {
            this.columns = columns;
            this.item = item;
        }

        /// Adds an observation; those of one mark in the order of their requests.
        /// @param column position of the request
        void add(int column, ThreadMark mark, String reason) {
            byMark.computeIfAbsent(mark, _ -> new ArrayList<>()).add(new Dot(column, reason));
        }

        List<RowMark> marks() {
            return byMark.entrySet().stream()
                    .map(entry -> mark(entry.getKey(), entry.getValue()))
                    .toList();
        }

        private RowMark mark(ThreadMark mark, List<Dot> seen) {
            var dots = new StringBuilder();
            List<RequestSpan> spans = new ArrayList<>();
            int first = 0;
            for (int i = 1; i <= seen.size(); i++) {
                boolean isEnd = i == seen.size()
                        || seen.get(i).column() != seen.get(i - 1).column() + 1;
                if (isEnd) {
                    int from = seen.get(first).column();
                    int to = seen.get(i - 1).column();
                    dots.append('M').append(ThreadMapLayout.x(from)).append(" 0");
                    // A dash that begins where the path ends is not drawn: the path goes a little further.
                    dots.append(from == to ? "h.01" : "H" + ThreadMapLayout.x(to) + ".1");
                    spans.add(new RequestSpan(columns.get(from), from == to ? 0 : columns.get(to)));
                    first = i;
                }
            }
            String reason = seen.getFirst().reason();
            return new RowMark(
                    mark,
                    dots.toString(),
                    seen.stream()
                            .map(one -> Integer.toString(ThreadMapLayout.x(one.column())))
                            .collect(Collectors.joining(" ")),
                    mark.glyph().repeat(seen.size()),
                    item + " " + mark.word() + " in " + words(spans),
                    spans,
                    reason,
                    mark.isDropped() ? links(seen) : List.of());
        }

        private List<Link> links(List<Dot> seen) {
            return seen.stream()
                    .map(one -> new Link(columns.get(one.column()), ThreadMapLayout.x(one.column())))
                    .toList();
        }

        private static String words(List<RequestSpan> spans) {
            boolean isOne = spans.size() == 1 && spans.getFirst().last() == 0;
            return (isOne ? "request " : "requests ")
                    + spans.stream()
                            .map(span -> span.last() == 0 ? "" + span.first() : span.first() + " to " + span.last())
                            .collect(Collectors.joining(", "));
        }
    }
}
