package dev.throughline.run.exchange;

import io.vertx.sqlclient.Row;

/// A conversation of a run.
/// @param number of the exchange that began it
/// @param exchanges how many continue it, including that one
public record ConversationSize(int number, int exchanges) {
    static final String SQL = "SELECT conversation, count(*) AS exchanges FROM exchange WHERE run_id = $1"
            + " GROUP BY conversation ORDER BY conversation";

    static ConversationSize of(Row row) {
        return new ConversationSize(
                row.getInteger("conversation"), row.getLong("exchanges").intValue());
    }
}
