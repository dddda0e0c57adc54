package dev.throughline.run.tally;

import dev.throughline.run.RecordedAnomaly;
import dev.throughline.run.RunId;
import dev.throughline.run.journal.ItemColumns;
import dev.throughline.store.StoredJson;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.repair.RepairCount;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The statements that bring a tally up to date, on one connection.
record TallyQueries(SqlConnection connection, RunId run) {
    private static final String EXCHANGE = """
            SELECT e.number, e.link::text, e.facts::text, e.outcome, e.anomalies::text,
                CASE WHEN e.repairs <> '[]' THEN (SELECT cast(jsonb_agg(counted) AS text) FROM (
                    SELECT one->>'by' AS by, sum(times) AS messages,
                        sum(times * cast(one->>'blocks' AS integer)) AS blocks
                    FROM jsonb_array_elements(e.repairs) one,
                        coalesce(cast(one#>>'{following,times}' AS integer), 1) times GROUP BY 1) counted) END,
                e.unrecorded, e.received < now() - interval '60 seconds', e.conversation
            FROM exchange e WHERE e.run_id = $1 AND\s""";
    private static final String PAGE = EXCHANGE + "e.number > $2 AND e.number <= $3 ORDER BY e.number LIMIT $4";
    private static final String NUMBERED = EXCHANGE + "e.number = ANY ($2) AND e.outcome <> 'OPEN' ORDER BY e.number";
    // Of a value only the id of a call is needed: a verdict names it. Whether there is a signature is enough.
    private static final String ITEM = """
            i.exchange, i.ordinal, i.category, i.token, CASE WHEN i.category = 'TOOL_ID' THEN i.value ELSE '' END,
            i.block, i.field, CASE WHEN i.signature IS NOT NULL THEN '' END""";
    private static final String ITEMS = "SELECT " + ITEM + """
             FROM item i WHERE i.run_id = $1 AND i.exchange > $2 AND i.exchange <= $3
            ORDER BY i.exchange, i.ordinal""";
    private static final String ANSWERS = "SELECT " + ITEM + """
            , cast(e.link->>'turn' AS integer), e.conversation
            FROM unnest($2::integer[]) AS wanted (number)
            CROSS JOIN LATERAL (SELECT number, link, conversation FROM exchange
                WHERE run_id = $1 AND number = wanted.number OFFSET 0) e
            CROSS JOIN LATERAL (SELECT * FROM item WHERE run_id = $1 AND exchange = e.number OFFSET 0) i
            ORDER BY i.exchange, i.ordinal""";
    private static final String OBSERVATION =
            "o.exchange, o.ordinal, o.due, o.scope, cast(o.sighting AS text), e.conversation";
    private static final String NODE =
            "SELECT e.number, cast(e.link->>'parent' AS integer) AS parent, e.observes_changes, " + OBSERVATION;
    private static final String IN_ORDER = " ORDER BY e.number, o.exchange, o.ordinal";
    private static final String OBSERVATIONS = NODE + """
             FROM exchange e LEFT JOIN LATERAL (
                SELECT * FROM observed_item WHERE run_id = $1 AND observer = e.number OFFSET 0) o ON true
            WHERE e.run_id = $1 AND e.number > $2 AND e.number <= $3""" + IN_ORDER;
    // The sum is no column: the rows of a request are few, and looking up each answer would be as many look-ups.
    private static final String OF_ANSWERS = " " + """
            LEFT JOIN LATERAL (SELECT * FROM observed_item
                WHERE run_id = $1 AND observer = e.number AND exchange + 0 = ANY ($4) OFFSET 0) o ON true""" + IN_ORDER;
    private static final String RECENT = NODE + " " + """
            FROM (SELECT number, link, observes_changes, conversation FROM exchange
                WHERE run_id = $1 AND number > $2 AND number <= $3
                    AND conversation + 0 = ANY ($5) OFFSET 0) e""" + OF_ANSWERS;
    private static final String EARLIER = NODE + """
             FROM unnest($5::integer[], $2::integer[]) AS wanted (conversation, since)
            CROSS JOIN LATERAL (SELECT number, link, observes_changes, conversation FROM exchange
                WHERE run_id = $1 AND conversation = wanted.conversation AND number > wanted.since AND number <= $3
                OFFSET 0) e""" + OF_ANSWERS;
    private static final String CHANGED = """
            SELECT (SELECT coalesce(max(number), 0) FROM exchange WHERE run_id = $1),
                (SELECT count(*) FROM unnest($3::integer[], $4::integer[]) AS gap (first, last)
                    WHERE EXISTS (SELECT 1 FROM exchange e
                        WHERE e.run_id = $1 AND e.number >= gap.first AND e.number <= gap.last))
                + (SELECT count(*) FROM unnest($5::integer[]) AS stopped (number)
                    WHERE NOT EXISTS (SELECT 1 FROM exchange e
                        WHERE e.run_id = $1 AND e.number = stopped.number AND e.outcome = 'INTERRUPTED')),
                (SELECT coalesce(array_agg(number ORDER BY number), '{}') FROM exchange
                    WHERE run_id = $1 AND unrecorded AND number <= $2)""";
    private static final String SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";
    private static final int TURN = 8;

    /// An exchange without its observations.
    /// @param isSettled whether it came so long ago that one with a lower number that is not there will not come
    record Found(
            TracedExchange trace,
            List<RecordedAnomaly> anomalies,
            List<RepairCount> repairs,
            boolean isUnrecorded,
            boolean isSettled,
            int conversation) {}

    /// An answer with its conversation.
    record Answer(int number, int turn, int conversation, List<PlantedItem> items) {}

    /// What changed in exchanges that were counted.
    /// @param last the greatest number of an exchange, 0 for none
    /// @param changed how many exchanges filled gaps, or ended although their service seemed to have stopped
    /// @param unrecorded the exchanges that are marked as such
    record Changed(int last, long changed, List<Integer> unrecorded) {}

    /// All that follows sees the database as it is now.
    Future<Void> snapshot() {
        return connection.query(SNAPSHOT).execute().mapEmpty();
    }

    Future<Changed> changed(SavedTally.Counted counted) {
        Integer[] from = counted.gaps().stream().map(SavedTally.Gap::from).toArray(Integer[]::new);
        Integer[] to = counted.gaps().stream().map(SavedTally.Gap::to).toArray(Integer[]::new);
        Tuple values = Tuple.of(run.value(), counted.through(), from, to, array(counted.interrupted()));
        return connection.preparedQuery(CHANGED).execute(values).map(rows -> {
            Row row = rows.iterator().next();
            return new Changed(row.getInteger(0), row.getLong(1), List.of(row.getArrayOfIntegers(2)));
        });
    }

    /// The next exchanges after a number, up to another.
    Future<List<Found>> page(int after, int last, int limit) {
        return connection
                .preparedQuery(PAGE)
                .execute(Tuple.of(run.value(), after, last, limit))
                .compose(rows -> items(after, last(rows, last)).map(items -> found(rows, items)));
    }

    private static int last(RowSet<Row> rows, int none) {
        int last = none;
        for (Row row : rows) {
            last = row.getInteger(0);
        }
        return last;
    }

    /// Those of some exchanges that ended.
    Future<List<Found>> ended(List<Integer> numbers) {
        if (numbers.isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        Tuple values = Tuple.of(run.value()).addArrayOfInteger(array(numbers));
        return answers(numbers)
                .compose(answers -> connection
                        .preparedQuery(NUMBERED)
                        .execute(values)
                        .map(rows -> {
                            Map<Integer, List<PlantedItem>> items = new HashMap<>();
                            answers.forEach(answer -> items.put(answer.number(), answer.items()));
                            return found(rows, items);
                        }));
    }

    private static List<Found> found(RowSet<Row> rows, Map<Integer, List<PlantedItem>> items) {
        List<Found> found = new ArrayList<>(rows.size());
        rows.forEach(row -> found.add(found(row, items.getOrDefault(row.getInteger(0), List.of()))));
        return found;
    }

    private static Found found(Row row, List<PlantedItem> items) {
        var outcome = ExchangeOutcome.valueOf(row.getString(3));
        var trace = new TracedExchange(
                row.getInteger(0),
                "",
                StoredJson.read(row.getString(1), ConversationLink.class),
                StoredJson.read(row.getString(2), RequestFacts.class),
                items,
                List.of(),
                Optional.empty(),
                outcome);
        List<RecordedAnomaly> anomalies = outcome == ExchangeOutcome.OPEN
                ? List.of()
                : List.of(StoredJson.read(row.getString(4), RecordedAnomaly[].class));
        return new Found(
                trace, anomalies, repairs(row.getString(5)), row.getBoolean(6), row.getBoolean(7), row.getInteger(8));
    }

    private static List<RepairCount> repairs(@Nullable String counted) {
        return counted == null ? List.of() : List.of(StoredJson.read(counted, RepairCount[].class));
    }

    private Future<Map<Integer, List<PlantedItem>>> items(int after, int to) {
        return connection
                .preparedQuery(ITEMS)
                .execute(Tuple.of(run.value(), after, to))
                .map(rows -> {
                    Map<Integer, List<PlantedItem>> items = new HashMap<>();
                    rows.forEach(row -> items.computeIfAbsent(row.getInteger(0), _ -> new ArrayList<>())
                            .add(item(row)));
                    return items;
                });
    }

    /// What some answers issued; none for an answer without items.
    Future<List<Answer>> answers(Collection<Integer> numbers) {
        if (numbers.isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        return connection
                .preparedQuery(ANSWERS)
                .execute(Tuple.of(run.value()).addArrayOfInteger(array(numbers)))
                .map(rows -> {
                    Map<Integer, Answer> answers = new HashMap<>();
                    rows.forEach(row -> answers.computeIfAbsent(
                                    row.getInteger(0),
                                    number -> new Answer(
                                            number, row.getInteger(TURN), row.getInteger(TURN + 1), new ArrayList<>()))
                            .items()
                            .add(item(row)));
                    return List.copyOf(answers.values());
                });
    }

    private static PlantedItem item(Row row) {
        return ItemColumns.item(
                row.getInteger(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getInteger(5),
                row.getString(6),
                null,
                row.getString(7));
    }

    /// What the requests after a number up to another did: rows of `RecordedObservations`, with the conversation.
    Future<List<Object[]>> observations(int after, int to) {
        return rows(OBSERVATIONS, Tuple.of(run.value(), after, to));
    }

    /// The requests of some conversations after a number up to another, with what they did with some answers.
    Future<List<Object[]>> recent(int since, int to, Collection<Integer> answers, Collection<Integer> conversations) {
        return rows(RECENT, Tuple.of(run.value(), since, to, array(answers), array(conversations)));
    }

    /// The requests of some conversations, of each after a number, with what they did with some answers.
    Future<List<Object[]>> earlier(Map<Integer, Integer> since, int to, Collection<Integer> answers) {
        List<Integer> conversations = List.copyOf(since.keySet());
        Integer[] after = conversations.stream().map(since::get).toArray(Integer[]::new);
        return rows(EARLIER, Tuple.of(run.value(), after, to, array(answers), array(conversations)));
    }

    private Future<List<Object[]>> rows(String sql, Tuple values) {
        return connection.preparedQuery(sql).execute(values).map(rows -> {
            List<Object[]> found = new ArrayList<>(rows.size());
            rows.forEach(row -> {
                Object[] columns = new Object[row.size()];
                for (int i = 0; i < columns.length; i++) {
                    columns[i] = row.getValue(i);
                }
                found.add(columns);
            });
            return found;
        });
    }

    private static Integer[] array(Collection<Integer> numbers) {
        return numbers.toArray(Integer[]::new);
    }
}
