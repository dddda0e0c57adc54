package dev.throughline.pages;

import dev.throughline.pages.ThreadMap.Column;
import dev.throughline.pages.ThreadMap.Group;
import dev.throughline.pages.ThreadMap.ItemRow;
import dev.throughline.pages.ThreadMap.MarkCount;
import dev.throughline.run.RecordedExchange;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TracedExchange;
import dev.throughline.verdict.IssuedAnswer;
import dev.throughline.verdict.JudgedItem;
import dev.throughline.verdict.ObservationJudge;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Lays out the thread map of some requests.
public final class ThreadMapFactory {
    /// The most rows on one page.
    public static final int MOST_ROWS = 38;

    private static final int LEFT = 144;
    private static final int TOP = 40;
    private static final int COLUMN = 34;
    private static final int ROW = 26;
    private static final int EXCERPT = 80;

    private final List<RecordedExchange> columns;
    private final List<Integer> numbers;
    private final Map<Integer, Integer> places = new HashMap<>();
    private final Map<ThreadMark, Integer> counts = new EnumMap<>(ThreadMark.class);
    private final Map<ItemKey, List<Mark>> marks = new TreeMap<>();

    private ThreadMapFactory(List<RecordedExchange> columns) {
        this.columns = columns;
        for (int i = 0; i < columns.size(); i++) {
            places.put(columns.get(i).trace().number(), i);
        }
        this.numbers = columns.stream().map(column -> column.trace().number()).toList();
    }

    /// The x coordinate of a column by its position.
    static int x(int column) {
        return LEFT + COLUMN / 2 + column * COLUMN;
    }

    /// @param columns the requests, by number
    /// @param earlier the answers before them whose items they observed
    /// @param firstRow position of the first row to show
    public static ThreadMap of(List<RecordedExchange> columns, List<IssuedAnswer> earlier, int firstRow) {
        return new ThreadMapFactory(columns).collect(earlier).map(firstRow);
    }

    /// The same with the last rows.
    public static ThreadMap newest(List<RecordedExchange> columns, List<IssuedAnswer> earlier) {
        ThreadMapFactory factory = new ThreadMapFactory(columns).collect(earlier);
        return factory.map(Math.max(0, factory.marks.size() - MOST_ROWS));
    }

    /// How often each mark is on the whole map, without its drawing.
    public static List<MarkCount> counts(List<RecordedExchange> columns, List<IssuedAnswer> earlier) {
        return new ThreadMapFactory(columns).collect(earlier).tally();
    }

    private ThreadMap map(int firstRow) {
        List<ItemKey> all = List.copyOf(marks.keySet());
        List<ItemKey> shown = all.stream()
                .skip(Math.min(firstRow, all.size()))
                .limit(MOST_ROWS)
                .toList();
        List<Group> groups = new ArrayList<>();
        int y = TOP;
        for (var turn : shown.stream()
                .collect(Collectors.groupingBy(ItemKey::turn, TreeMap::new, Collectors.toList()))
                .entrySet()) {
            List<ItemRow> rows = new ArrayList<>();
            int top = y;
            y += ROW;
            for (ItemKey item : turn.getValue()) {
                rows.add(row(item, y + ROW / 2));
                y += ROW;
            }
            groups.add(new Group(turn.getKey(), top + ROW / 2, rows));
        }
        int width = LEFT + Math.max(1, columns.size()) * COLUMN + 8;
        int observations = counts.values().stream().mapToInt(Integer::intValue).sum();
        return new ThreadMap(heads(), groups, tally(), width, y + 8, all.size(), firstRow, observations);
    }

    private ThreadMapFactory collect(List<IssuedAnswer> earlier) {
        columns.forEach(column -> issued(IssuedAnswer.of(column.trace())));
        Map<Integer, Set<Integer>> repaired = columns.stream()
                .collect(Collectors.toMap(
                        column -> column.trace().number(),
                        column -> column.repairs().stream()
                                .map(repair -> repair.exchange())
                                .collect(Collectors.toSet())));
        List<IssuedAnswer> answers = Stream.concat(
                        earlier.stream(), columns.stream().map(column -> IssuedAnswer.of(column.trace())))
                .toList();
        List<TracedExchange> shown = columns.stream()
                .map(RecordedExchange::trace)
                .sorted(Comparator.comparingInt(TracedExchange::number))
                .toList();
        for (JudgedItem judged : ObservationJudge.of(shown, answers)) {
            boolean isRepaired = repaired.getOrDefault(judged.observer(), Set.of())
                    .contains(judged.planted().number());
            add(judged, ThreadMark.of(judged, isRepaired));
        }
        return this;
    }

    private void issued(IssuedAnswer answer) {
        answer.items().forEach(item -> marks.putIfAbsent(ItemKey.of(answer, item), new ArrayList<>()));
    }

    private void add(JudgedItem judged, ThreadMark mark) {
        counts.merge(mark, 1, Integer::sum);
        marks.computeIfAbsent(ItemKey.of(judged.planted(), judged.item()), _ -> new ArrayList<>())
                .add(new Mark(judged.observer(), mark, judged.judged().reason().orElse("")));
    }

    private ItemRow row(ItemKey item, int y) {
        List<Mark> found = marks.getOrDefault(item, List.of()).stream()
                .sorted(Comparator.comparingInt(Mark::request))
                .toList();
        boolean isIssuedHere = places.containsKey(item.exchange());
        int from = isIssuedHere ? place(item.exchange()) : LEFT;
        int kept = found.stream()
                .filter(mark -> mark.mark().isKept())
                .mapToInt(mark -> place(mark.request()))
                .max()
                .orElse(from);
        int end = found.stream().mapToInt(mark -> place(mark.request())).max().orElse(from);
        String name = "#" + item.exchange() + " " + ItemWording.kind(item.item().category());
        var rowMarks = new RowMarks(numbers, name);
        found.forEach(mark -> rowMarks.add(
                Objects.requireNonNull(places.get(mark.request()), "request is not shown"),
                mark.mark(),
                mark.reason()));
        return new ItemRow(
                name,
                item.item().category().name(),
                excerpt(item.item().value()),
                item.exchange(),
                item.ordinal(),
                y,
                from,
                kept,
                end,
                found.stream().anyMatch(mark -> mark.mark().tone().equals("bad")),
                isIssuedHere,
                rowMarks.marks());
    }

    /// The x coordinate of a request that is shown.
    private int place(int request) {
        return x(Objects.requireNonNull(places.get(request), "request is not shown"));
    }

    private List<Column> heads() {
        return columns.stream()
                .map(column -> new Column(
                        column.trace().number(),
                        place(column.trace().number()),
                        "Request %d: turn %d, step %d"
                                .formatted(
                                        column.trace().number(),
                                        column.trace().link().turn(),
                                        column.trace().link().step())))
                .toList();
    }

    private List<MarkCount> tally() {
        return counts.entrySet().stream()
                .map(count -> new MarkCount(count.getKey(), count.getValue()))
                .toList();
    }

    private static String excerpt(String value) {
        return value.length() <= EXCERPT ? value : value.substring(0, EXCERPT) + "…";
    }

    private record Mark(int request, ThreadMark mark, String reason) {}

    /// An item by its place.
    private record ItemKey(int turn, int exchange, int ordinal, PlantedItem item) implements Comparable<ItemKey> {
        private static final Comparator<ItemKey> ORDER = Comparator.comparingInt(ItemKey::turn)
                .thenComparingInt(ItemKey::exchange)
                .thenComparingInt(ItemKey::ordinal);

        static ItemKey of(IssuedAnswer answer, PlantedItem item) {
            return new ItemKey(answer.turn(), answer.number(), item.ordinal(), item);
        }

        @Override
        public int compareTo(ItemKey other) {
            return ORDER.compare(this, other);
        }
    }
}
