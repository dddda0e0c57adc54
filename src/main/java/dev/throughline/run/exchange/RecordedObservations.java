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

/// Rebuilds what requests did from the changes that are recorded of them.
final class RecordedObservations {
    private static final String COLUMNS = """
            SELECT p.number, p.parent, p.observed, o.exchange, o.ordinal, o.due, o.scope, cast(o.sighting AS text)
            FROM path p LEFT JOIN observation o ON o.run_id = :run AND o.observer = p.number
            ORDER BY p.number, o.exchange, o.ordinal""";
    /// Rows for `of`: of some requests and of those that they are based on.
    static final String OF_REQUESTS = """
            WITH RECURSIVE path AS (
                SELECT e.number, cast(e.link->>'parent' AS integer) AS parent, e.observed
                FROM exchange e WHERE e.run_id = :run AND e.number IN (:numbers)
                UNION
                SELECT e.number, cast(e.link->>'parent' AS integer), e.observed
                FROM path p JOIN exchange e ON e.run_id = :run AND e.number = p.parent WHERE p.observed = 2)
            """ + COLUMNS;
    /// Rows for `of`: of all requests of a run.
    static final String OF_RUN = """
            WITH path AS (SELECT e.number, cast(e.link->>'parent' AS integer) AS parent, e.observed
                FROM exchange e WHERE e.run_id = :run)
            """ + COLUMNS;

    private final ObservationHistory history = new ObservationHistory();

    private RecordedObservations() {}

    /// Everything that some requests did, by their numbers; rebuilt when it is read.
    /// @param rows by number of the request
    static Map<Integer, List<Observation>> of(List<Object[]> rows, Set<Integer> wanted) {
        var recorded = new RecordedObservations();
        int from = 0;
        for (int i = 1; i <= rows.size(); i++) {
            if (i == rows.size() || !rows.get(i)[0].equals(rows.get(from)[0])) {
                recorded.add(rows.subList(from, i));
                from = i;
            }
        }
        Map<Integer, List<Observation>> byRequest = new HashMap<>();
        wanted.forEach(request -> byRequest.put(request, recorded.history.of(request)));
        return byRequest;
    }

    private void add(List<Object[]> rows) {
        Object[] first = rows.getFirst();
        boolean isWhole = number(first[2]) != ObservationColumns.CHANGES;
        List<Observation> made = new ArrayList<>();
        List<ItemPosition> ended = new ArrayList<>();
        for (Object[] row : rows) {
            if (row[3] != null) {
                var item = new ItemPosition(number(row[3]), number(row[4]));
                if (row[5].equals(ObservationColumns.ENDED)) {
                    ended.add(item);
                } else {
                    made.add(observation(item, row));
                }
            }
        }
        var changes = new ObservationChanges(isWhole, made, ended, Optional.empty());
        history.add(number(first[0]), first[1] == null ? 0 : number(first[1]), changes);
    }

    private static Observation observation(ItemPosition item, Object[] row) {
        return new Observation(
                item.exchange(),
                item.ordinal(),
                Observation.Due.valueOf((String) row[5]),
                Observation.Scope.valueOf((String) row[6]),
                StoredJson.read((String) row[7], Sighting.class));
    }

    private static int number(Object value) {
        return ((Number) value).intValue();
    }
}
