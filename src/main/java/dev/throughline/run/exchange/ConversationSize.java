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

    private static final String NUMBERS =
            "SELECT number FROM exchange WHERE run_id = $1 AND conversation = $2 ORDER BY number";

    /// The numbers of all exchanges of a conversation, in order.
    static Uni<List<Integer>> numbers(StatementRunner statements, RunId run, int conversation) {
        return statements
                .rows(NUMBERS, Tuple.of(run.value(), conversation))
                .map(rows -> rows.stream().map(row -> row.getInteger("number")).toList());
    }

    /// The conversations of a run in the order in which they began.
    static Uni<List<ConversationSize>> all(StatementRunner statements, RunId run) {
        return statements
                .rows(SQL, Tuple.of(run.value()))
                .map(rows -> rows.stream().map(ConversationSize::of).toList());
    }

    private static ConversationSize of(Row row) {
        return new ConversationSize(
                row.getInteger("conversation"), row.getLong("exchanges").intValue());
    }
}
