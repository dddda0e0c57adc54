package dev.throughline.run.journal;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.RunId;
import dev.throughline.store.StoredText;
import dev.throughline.store.ValueRows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Writes slices, several of one run in one statement.
/// Leaves out slices of answers that the record does not hold; the table has no foreign key.
///
/// The first time it expects none of the rows to be there, which spares PostgreSQL a search for each. From the
/// second time on rows that are there stay as they are.
final class TokenBatchInsert {
    private static final int MOST_ROWS = 16;
    private static final String INSERT = """
            INSERT INTO token_slice (run_id, exchange, first_seq, events, created)
            SELECT $1, number, first_seq, events, $2::timestamptz
            FROM (%s) AS slice (number, key, first_seq, events)
            WHERE (SELECT true FROM exchange e
                WHERE e.run_id = $1 AND e.number = slice.number AND e.answer_key = slice.key)""";
    private static final String REPEATED = " ON CONFLICT DO NOTHING";
    private static final List<String> TYPES = List.of("integer", "text", "integer", "bytea");
    /// The run and the time.
    private static final int SHARED = 2;
    /// Writes one row again, if it is missing.
    static final String AGAIN = insert(1) + REPEATED;
    /// Place of its events in its values.
    static final int EVENTS = SHARED + TYPES.size() - 1;
    /// Statements by their rows: powers of two.
    private static final Map<Integer, String> STATEMENTS = IntStream.of(1, 2, 4, 8, MOST_ROWS)
            .boxed()
            .collect(Collectors.toUnmodifiableMap(rows -> rows, TokenBatchInsert::insert));

    private final String sql;
    private final List<Tuple> values;
    private volatile boolean isRepeated;

    private TokenBatchInsert(String sql, List<Tuple> values) {
        this.sql = sql;
        this.values = List.copyOf(values);
    }

    /// @param created the time of the rows: part of their key, so that a row that is written twice is found
    static TokenBatchInsert of(List<TokenBatch> slices, OffsetDateTime created) {
        Map<RunId, List<TokenBatch>> byRun = slices.stream()
                .collect(Collectors.groupingBy(
                        slice -> slice.log().answer().run(), LinkedHashMap::new, Collectors.toList()));
        int rows = ValueRows.of(Math.ceilDiv(slices.size(), byRun.size()), MOST_ROWS);
        List<Tuple> values = new ArrayList<>();
        byRun.forEach((run, ofRun) -> {
            for (int from = 0; from < ofRun.size(); from += rows) {
                List<TokenBatch> some = ofRun.subList(from, Math.min(ofRun.size(), from + rows));
                values.add(values(run, created, some, rows));
            }
        });
        return new TokenBatchInsert(Objects.requireNonNull(STATEMENTS.get(rows)), values);
    }

    // Rows beyond the slices are null: no exchange has them.
    private static Tuple values(RunId run, OffsetDateTime created, List<TokenBatch> slices, int rows) {
        Tuple values = Tuple.of(run.value(), created);
        for (TokenBatch slice : slices) {
            AnswerIdentity answer = slice.log().answer();
            slice.addTo(values.addInteger(answer.number()).addString(StoredText.encode(answer.key())));
        }
        return ValueRows.fill(values, SHARED + rows * TYPES.size());
    }

    private static String insert(int rows) {
        return INSERT.formatted(ValueRows.sql(TYPES, rows, SHARED + 1));
    }

    /// Writes all of them in one transaction.
    Future<?> execute(Pool pool) {
        String next = sql();
        isRepeated = true;
        return pool.preparedQuery(next).executeBatch(values);
    }

    /// Takes a row as `AGAIN` writes it.
    @FunctionalInterface
    interface RowConsumer {
        /// @param end the number of events of the answer up to its last one
        void accept(AnswerIdentity answer, long end, Tuple values);
    }

    void eachRow(RowConsumer rows) {
        for (Tuple all : values) {
            for (int at = SHARED; at < all.size() && all.getValue(at) != null; at += TYPES.size()) {
                var answer = new AnswerIdentity(
                        new RunId(all.getString(0)), all.getInteger(at), StoredText.decode(all.getString(at + 1)));
                Buffer events = all.getBuffer(at + 3);
                rows.accept(
                        answer,
                        all.getInteger(at + 2) + SliceCodec.count(events),
                        Tuple.of(
                                all.getString(0),
                                all.getOffsetDateTime(1),
                                answer.number(),
                                all.getString(at + 1),
                                all.getInteger(at + 2),
                                events));
            }
        }
    }

    /// The statement that is executed next.
    String sql() {
        return isRepeated ? sql + REPEATED : sql;
    }

    /// Parameters of the statement, once for each time that it is executed.
    List<Tuple> values() {
        return values;
    }
}
