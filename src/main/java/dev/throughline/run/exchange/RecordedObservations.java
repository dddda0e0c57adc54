package dev.throughline.run.exchange;

import dev.throughline.store.StoredJson;
import dev.throughline.trace.ItemPosition;
import dev.throughline.trace.Observation;
import dev.throughline.trace.ObservationChanges;
import dev.throughline.trace.ObservationHistory;
import dev.throughline.trace.Sighting;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Rebuilds what requests did from the changes that are recorded of them.
final class RecordedObservations {
    /// Rows for `of`: of some requests, without those that they are based on.
    static final String OF_REQUESTS = """
            WITH path AS (SELECT e.number, cast(e.link->>'parent' AS integer) AS parent, e.observes_changes
                FROM exchange e WHERE e.run_id = :run AND e.number IN (:numbers))
            SELECT p.number, p.parent, observes_changes, o.exchange, o.ordinal, due, scope, cast(o.sighting AS text)
            FROM path p LEFT JOIN LATERAL (
                SELECT * FROM observed_item WHERE run_id = :run AND observer = p.number OFFSET 0) o ON true
            ORDER BY p.number, o.exchange, o.ordinal""";

    // Each row of a path is looked up by key: without statistics of a run's size, a join can read all of the run.
    /// Rows for `latest`: the newest row of each item on the way from one request to its root. Of items since an
    /// exchange only, which no request up to that exchange can have observed.
    static final String OF_ONE = """
            WITH RECURSIVE path AS (
                SELECT e.number, cast(e.link->>'parent' AS integer) AS parent, e.observes_changes
                FROM exchange e WHERE e.run_id = :run AND e.number IN (:numbers)
                UNION
                SELECT e.number, e.parent, e.observes_changes FROM path p CROSS JOIN LATERAL (
                    SELECT number, cast(link->>'parent' AS integer) AS parent, observes_changes FROM exchange
                    WHERE run_id = :run AND number = p.parent OFFSET 0) e
                WHERE p.observes_changes AND p.parent > :since),
            latest AS MATERIALIZED (
                SELECT s.exchange, s.ordinal, max(p.number) AS observer FROM path p CROSS JOIN LATERAL (
                    SELECT exchange, ordinal FROM observed_item
                    WHERE run_id = :run AND observer = p.number AND exchange >= :since OFFSET 0) s
                GROUP BY s.exchange, s.ordinal)
            SELECT o.exchange, o.ordinal, o.due, o.scope, cast(o.sighting AS text)
            FROM (SELECT observer, exchange, array_agg(ordinal) AS ordinals FROM latest GROUP BY observer, exchange) n
            CROSS JOIN LATERAL (
                SELECT * FROM observed_item WHERE run_id = :run AND observer = n.observer AND exchange = n.exchange
                    AND ordinal = ANY (n.ordinals) OFFSET 0) o
            ORDER BY o.exchange, o.ordinal""";

    private final ObservationHistory history;
    // Items that are nowhere in a request are many and alike.
    private final Map<String, Sighting> sightings = new HashMap<>();

    /// @param history takes what `add` reads
    RecordedObservations(ObservationHistory history) {
        this.history = history;
    }

    /// Everything that some requests did, by their numbers; rebuilt when it is read.
    /// @param rows of `OF_REQUESTS`
    /// @param bases everything that the requests of `unfounded` did
    static Map<Integer, List<Observation>> of(
            List<Object[]> rows, Set<Integer> wanted, Map<Integer, List<Observation>> bases) {
        var history = new ObservationHistory();
        var recorded = new RecordedObservations(history);
        rows.stream().collect(Collectors.groupingBy(row -> number(row[0]))).forEach((request, own) -> {
            Object[] first = own.getFirst();
            recorded.add(request, first[1] == null ? 0 : number(first[1]), (boolean) first[2], own, 3);
        });
        bases.forEach((request, all) ->
                history.add(request, 0, new ObservationChanges(true, all, List.of(), Optional.empty())));
        Map<Integer, List<Observation>> byRequest = new HashMap<>();
        wanted.forEach(request -> byRequest.put(request, history.of(request)));
        return byRequest;
    }

    /// The requests whose rows are changes of a request that is not among them.
    static List<Integer> unfounded(List<Object[]> rows) {
        Set<Integer> known = rows.stream().map(row -> number(row[0])).collect(Collectors.toSet());
        return rows.stream()
                .filter(row -> (boolean) row[2])
                .filter(row -> row[1] != null && !known.contains(number(row[1])))
                .map(row -> number(row[0]))
                .distinct()
                .toList();
    }

    /// Everything that one request did.
    static List<Observation> latest(List<Object[]> rows) {
        var recorded = new RecordedObservations(new ObservationHistory());
        return rows.stream()
                .filter(row -> !row[2].equals(ObservationColumns.ENDED))
                .map(row -> recorded.observation(new ItemPosition(number(row[0]), number(row[1])), row, 2))
                .toList();
    }

    /// Adds what a request did.
    /// @param parent the request that it continues, 0 for none
    /// @param areChanges whether the rows are what differs from what its parent did
    /// @param rows of `observed_item`: exchange (null for none), ordinal, due, scope and sighting as text
    /// @param from place of the exchange in each row
    void add(int request, int parent, boolean areChanges, List<Object[]> rows, int from) {
        List<Observation> made = new ArrayList<>();
        List<ItemPosition> ended = new ArrayList<>();
        for (Object[] row : rows) {
            if (row[from] != null) {
                var item = new ItemPosition(number(row[from]), number(row[from + 1]));
                if (row[from + 2].equals(ObservationColumns.ENDED)) {
                    ended.add(item);
                } else {
                    made.add(observation(item, row, from + 2));
                }
            }
        }
        history.add(request, parent, new ObservationChanges(!areChanges, made, ended, Optional.empty()));
    }

    /// @param from position of the first column that describes the observation
    private Observation observation(ItemPosition item, Object[] row, int from) {
        return new Observation(
                item.exchange(),
                item.ordinal(),
                Observation.Due.valueOf((String) row[from]),
                Observation.Scope.valueOf((String) row[from + 1]),
                sightings.computeIfAbsent((String) row[from + 2], json -> StoredJson.read(json, Sighting.class)));
    }

    private static int number(Object value) {
        return ((Number) value).intValue();
    }
}
