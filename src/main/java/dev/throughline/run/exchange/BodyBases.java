package dev.throughline.run.exchange;

import dev.throughline.run.BodyOutline;
import dev.throughline.run.ExchangeStart;
import dev.throughline.store.StatementRunner;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.Optional;
import java.util.OptionalInt;

/// Finds what a request's body is recorded as the difference from.
record BodyBases(StatementRunner statements, SizedWorkExecutor work) {
    private static final String FIND = """
            SELECT exchange, place, chain, marks FROM exchange_body
            WHERE run_id = $1 AND marks IS NOT NULL AND exchange = $2""";

    /// How the body of an exchange is recorded.
    Uni<StoredBody> place(int number, ExchangeStart start) {
        byte[] body = start.body();
        if (body.length < StoredBody.SMALLEST) {
            return Uni.createFrom().item(StoredBody.alone(body));
        }
        int parent = parent(start);
        return parent == 0
                ? placed(number, body, start.outline(), Optional.empty())
                : statements
                        .run(FIND, Tuple.of(start.run().value(), parent), BodyBases::read)
                        .chain(before -> placed(number, body, start.outline(), before));
    }

    private Uni<StoredBody> placed(int number, byte[] body, Optional<BodyOutline> outline, Optional<BodyBase> before) {
        return work.work(body.length, () -> StoredBody.of(number, body, outline, before));
    }

    /// The request that this one continues or repeats.
    private static int parent(ExchangeStart start) {
        OptionalInt parent = start.tracing().link().parent();
        return parent.orElse(start.tracing().facts().retryOf().orElse(0));
    }

    private static Optional<BodyBase> read(RowSet<Row> rows) {
        for (Row row : rows) {
            return Optional.of(new BodyBase(
                    row.getInteger(0),
                    row.getInteger(1),
                    row.getLong(2),
                    BodyMarks.decode(row.getBuffer(3).getBytes())));
        }
        return Optional.empty();
    }
}
