package dev.throughline.run.exchange;

import dev.throughline.run.BodyOutline;
import dev.throughline.run.ExchangeStart;
import dev.throughline.store.StatementRunner;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Finds what a request's body is recorded as the difference from.
record BodyBases(StatementRunner statements, SizedWorkExecutor work) {
    private static final String FIND = """
            SELECT b.exchange, b.place, b.anchors, b.marks FROM exchange_body b
            WHERE b.run_id = $1 AND b.marks IS NOT NULL AND (b.exchange = $2 OR b.exchange = ANY (ARRAY(
                SELECT unnest(p.anchors) FROM exchange_body p WHERE p.run_id = $1 AND p.exchange = $2)))""";

    /// How the body of an exchange is recorded.
    Uni<StoredBody> place(int number, ExchangeStart start) {
        byte[] body = start.body();
        if (body.length < StoredBody.SMALLEST) {
            return Uni.createFrom().item(StoredBody.alone(body));
        }
        int parent = parent(start);
        return parent == 0
                ? placed(number, body, start.outline(), 0, Map.of())
                : statements
                        .run(FIND, Tuple.of(start.run().value(), parent), BodyBases::read)
                        .chain(known -> placed(number, body, start.outline(), parent, known));
    }

    private Uni<StoredBody> placed(
            int number, byte[] body, Optional<BodyOutline> outline, int parent, Map<Integer, BodyBase> known) {
        return work.work(body.length, () -> StoredBody.of(number, body, outline, parent, known));
    }

    /// The request that this one continues or repeats.
    private static int parent(ExchangeStart start) {
        OptionalInt parent = start.tracing().link().parent();
        return parent.orElse(start.tracing().facts().retryOf().orElse(0));
    }

    private static Map<Integer, BodyBase> read(RowSet<Row> rows) {
        Map<Integer, BodyBase> known = new HashMap<>();
        for (Row row : rows) {
            known.put(
                    row.getInteger(0),
                    new BodyBase(
                            row.getInteger(0),
                            row.getInteger(1),
                            List.of(row.getArrayOfIntegers(2)),
                            BodyMarks.decode(row.getBuffer(3).getBytes())));
        }
        return known;
    }
}
