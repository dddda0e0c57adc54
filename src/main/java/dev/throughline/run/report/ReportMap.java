package dev.throughline.run.report;

import dev.throughline.run.report.ThreadMapLayout.Item;
import dev.throughline.run.report.ThreadMapLayout.Seen;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The thread map of a report, which has the outcomes of an item where they changed: a mark at the first and at the
/// last request of each.
final class ReportMap {
    private static final int MOST_ROWS = 200;
    private static final int MOST_COLUMNS = 200;

    private ReportMap() {}

    /// @param omitted how many items are not on the map
    record Drawn(ThreadMap map, int omitted) {}

    private record Key(int turn, int exchange, int ordinal, String category) {}

    /// Empty if there is no item.
    static Optional<Drawn> of(List<ReportedItem> reported) {
        Map<Key, List<ReportedItem>> byItem = reported.stream()
                .collect(Collectors.groupingBy(
                        item -> new Key(
                                item.turn(),
                                item.exchange(),
                                item.ordinal(),
                                item.category().name()),
                        () -> new TreeMap<>(Comparator.comparingInt(Key::turn)
                                .thenComparingInt(Key::exchange)
                                .thenComparingInt(Key::ordinal)
                                .thenComparing(Key::category)),
                        Collectors.toList()));
        List<Item> items = byItem.values().stream()
                .map(ReportMap::item)
                .filter(item -> last(item) <= MOST_COLUMNS)
                .toList();
        if (items.isEmpty()) {
            return Optional.empty();
        }
        SequencedMap<Integer, String> titles = new LinkedHashMap<>();
        IntStream.rangeClosed(1, items.stream().mapToInt(ReportMap::last).max().orElse(1))
                .forEach(number -> titles.put(number, "Request " + number));
        int omitted = byItem.size() - Math.min(items.size(), MOST_ROWS);
        return Optional.of(new Drawn(new ThreadMapLayout(titles).map(items, 0, MOST_ROWS), omitted));
    }

    private static int last(Item item) {
        return item.seen().stream().mapToInt(Seen::request).reduce(item.exchange(), Math::max);
    }

    /// @param scopes of one item
    private static Item item(List<ReportedItem> scopes) {
        ReportedItem first = scopes.getFirst();
        Map<Integer, Seen> seen = new TreeMap<>();
        // Of two marks in one request the one that lost it counts.
        scopes.stream()
                .flatMap(ReportMap::seen)
                .forEach(one ->
                        seen.merge(one.request(), one, (a, b) -> a.mark().compareTo(b.mark()) < 0 ? b : a));
        return new Item(
                first.turn(),
                first.exchange(),
                first.ordinal(),
                first.category(),
                first.token(),
                List.copyOf(seen.values()));
    }

    private static Stream<Seen> seen(ReportedItem item) {
        if (item.changes() != null) {
            return item.changes().stream()
                    .flatMap(change -> IntStream.of(change.from(), change.to())
                            .distinct()
                            .mapToObj(request -> new Seen(
                                    request,
                                    ThreadMark.of(change.outcome(), item.due()),
                                    Objects.requireNonNullElse(change.reason(), ""))));
        }
        Stream<Seen> before = Stream.ofNullable(item.lastSeenIn())
                .filter(request -> request != item.observedIn())
                .map(request -> new Seen(request, ThreadMark.EXACT, ""));
        var observed = new Seen(
                item.observedIn(),
                ThreadMark.of(item.outcome(), item.due()),
                Objects.requireNonNullElse(item.reason(), ""));
        return Stream.concat(before, Stream.of(observed));
    }
}
