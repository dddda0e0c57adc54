package dev.throughline.run.exchange;

import dev.throughline.run.RunId;
import dev.throughline.store.StatementRunner;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/// A conversation of a run.
/// @param number of the exchange that began it
/// @param exchanges how many continue it, including that one
public record ConversationSize(int number, int exchanges) {
    private static final String SQL = "SELECT conversation, count(*) AS exchanges FROM exchange WHERE run_id = $1"
            + " GROUP BY conversation ORDER BY conversation";

    // Each step is one probe of an index, whatever the number of conversations.
    private static final String AROUND = """
            WITH RECURSIVE later (conversation, place) AS (
                SELECT $2::integer, 0 UNION ALL
                SELECT (SELECT min(e.conversation) FROM exchange e
                    WHERE e.run_id = $1 AND e.conversation > l.conversation), l.place + 1
                FROM later l WHERE l.conversation IS NOT NULL AND l.place < $3),
            earlier (conversation, place) AS (
                SELECT $2::integer, 0 UNION ALL
                SELECT (SELECT max(e.conversation) FROM exchange e
                    WHERE e.run_id = $1 AND e.conversation < l.conversation), l.place + 1
                FROM earlier l WHERE l.conversation IS NOT NULL AND l.place < $3),
            shown AS (
                SELECT conversation FROM later UNION SELECT conversation FROM earlier
                UNION SELECT min(conversation) FROM exchange WHERE run_id = $1
                UNION SELECT max(conversation) FROM exchange WHERE run_id = $1)
            SELECT s.conversation, c.exchanges FROM shown s CROSS JOIN LATERAL (
                SELECT count(*) AS exchanges FROM exchange WHERE run_id = $1 AND conversation = s.conversation) c
            WHERE c.exchanges > 0 ORDER BY s.conversation""";

    private static final String NUMBERS =
            "SELECT array_agg(number ORDER BY number) FROM exchange WHERE run_id = $1 AND conversation = $2";

    /// The numbers of all exchanges of a conversation, in order.
    static Uni<List<Integer>> numbers(StatementRunner statements, RunId run, int conversation) {
        return statements.run(NUMBERS, Tuple.of(run.value(), conversation), rows -> {
            Integer[] numbers = rows.iterator().next().getArrayOfIntegers(0);
            return numbers == null ? List.of() : List.of(numbers);
        });
    }

    /// The conversations of a run in the order in which they began.
    static Uni<List<ConversationSize>> all(StatementRunner statements, RunId run) {
        return statements
                .rows(SQL, Tuple.of(run.value()))
                .map(rows -> rows.stream().map(ConversationSize::of).toList());
    }

    /// Some conversations in the order in which they began: the first, the last, and those on either side of a number.
    /// @param number of a conversation, or any
    /// @param neighbors how many on each side
    static Uni<List<ConversationSize>> around(StatementRunner statements, RunId run, int number, int neighbors) {
        return statements.list(AROUND, Tuple.of(run.value(), number, neighbors), ConversationSize::of);
    }

    private static ConversationSize of(Row row) {
        return new ConversationSize(
                row.getInteger("conversation"), row.getLong("exchanges").intValue());
    }
}
