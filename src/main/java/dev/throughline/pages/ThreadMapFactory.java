package dev.throughline.pages;

import dev.throughline.run.RecordedExchange;
import dev.throughline.run.report.ThreadMap;
import dev.throughline.run.report.ThreadMap.MarkCount;
import dev.throughline.run.report.ThreadMapLayout;
import dev.throughline.run.report.ThreadMapLayout.Item;
import dev.throughline.run.report.ThreadMapLayout.Seen;
import dev.throughline.run.report.ThreadMark;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TracedExchange;
import dev.throughline.verdict.IssuedAnswer;
import dev.throughline.verdict.JudgedItem;
import dev.throughline.verdict.ObservationJudge;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Makes the thread map of some recorded requests.
public final class ThreadMapFactory {
    /// The most rows on one page.
    public static final int MOST_ROWS = 38;

    private final List<RecordedExchange> columns;
    private final Map<ItemKey, List<Seen>> marks = new TreeMap<>();

    private ThreadMapFactory(List<RecordedExchange> columns) {
        this.columns = columns;
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
        return ThreadMapLayout.counts(
                new ThreadMapFactory(columns).collect(earlier).items());
    }

    private ThreadMap map(int firstRow) {
        SequencedMap<Integer, String> titles = new LinkedHashMap<>();
        for (RecordedExchange column : columns) {
            TracedExchange trace = column.trace();
            titles.put(
                    trace.number(),
                    "Request %d: turn %d, step %d"
                            .formatted(
                                    trace.number(),
                                    trace.link().turn(),
                                    trace.link().step()));
        }
        return new ThreadMapLayout(titles).map(items(), firstRow, MOST_ROWS);
    }

    private List<Item> items() {
        return marks.entrySet().stream()
                .map(entry -> entry.getKey().with(entry.getValue()))
                .toList();
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
            marks.computeIfAbsent(ItemKey.of(judged.planted(), judged.item()), _ -> new ArrayList<>())
                    .add(new Seen(
                            judged.observer(),
                            ThreadMark.of(judged, isRepaired),
                            judged.judged().reason().orElse("")));
        }
        return this;
    }

    private void issued(IssuedAnswer answer) {
        answer.items().forEach(item -> marks.putIfAbsent(ItemKey.of(answer, item), new ArrayList<>()));
    }

    /// An item by its place.
    private record ItemKey(int turn, int exchange, int ordinal, PlantedItem item) implements Comparable<ItemKey> {
        private static final Comparator<ItemKey> ORDER = Comparator.comparingInt(ItemKey::turn)
                .thenComparingInt(ItemKey::exchange)
                .thenComparingInt(ItemKey::ordinal);

        static ItemKey of(IssuedAnswer answer, PlantedItem item) {
            return new ItemKey(answer.turn(), answer.number(), item.ordinal(), item);
        }

        Item with(List<Seen> seen) {
            return new Item(turn, exchange, ordinal, item.category(), item.value(), seen);
        }

        @Override
        public int compareTo(ItemKey other) {
            return ORDER.compare(this, other);
        }
    }
}
