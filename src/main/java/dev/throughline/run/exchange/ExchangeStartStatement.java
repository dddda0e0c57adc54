package dev.throughline.run.exchange;

import dev.throughline.run.ExchangeStart;
import dev.throughline.run.SelectedBackend;
import dev.throughline.run.exchange.ObservationColumns.Change;
import dev.throughline.run.journal.ItemColumns;
import dev.throughline.run.journal.RepeatedAnswers;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredJson;
import dev.throughline.store.StoredText;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.KeptHistory;
import dev.throughline.trace.ObservationChanges;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.TraceResult;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Records a request before anything of its answer, in one statement: the exchange, its body, the items that the
/// answer will contain and the observations.
///
/// The client writes parameters on the connection's event loop, so a large body, or very many items or
/// observations, are sent in slices within one transaction.
///
/// @param number the exchange's number; also the id of a conversation that it begins
/// @param instance the process that serves it
/// @param stored the request's body
record ExchangeStartStatement(
        StatementRunner statements, int number, ExchangeStart start, StoredBody stored, String instance) {
    /// Source: PostgreSQL, appendix A.
    private static final String FOREIGN_KEY_VIOLATION = "23503";
    private static final String BEGUN = """
            WITH begun AS (
                INSERT INTO exchange (run_id, number, instance_id, received, dialect, method, path, client, stream,
                    faulty, answer_key, conversation, link, facts, body_hash, content_hash, repairs, outcome, dropped,
                    backend, backend_model, reasoning_state, observed, cuts_history, kept_hash, kept_ranges)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::text::jsonb, $14::text::jsonb, $15,
                    $16, $17::text::jsonb, '%s', $19::text::jsonb, $20, $21, $22, $23, $24, $31,
                    (SELECT coalesce(range_agg(int4range(turn, turn + 1)), '{}') FROM unnest($32::integer[]) turn
                        HAVING $32 IS NOT NULL)))
            """.formatted(ExchangeOutcome.OPEN);
    private static final String BODY = "run_id, exchange, body, base, head, tail, place, anchors, marks, chain";
    private static final String PLACE = "$25, $26, $27, $28, $29, $30, $33";
    private static final String INSERT_BODY =
            "INSERT INTO exchange_body (" + BODY + ") VALUES ($1, $2, $18, " + PLACE + ")";
    private static final String OBSERVED = """
            INSERT INTO observed_answer
                (run_id, observer, exchange, first, due, scope, start, ordinals, sighted, digests)
            SELECT $1, $2, %s""";
    /// Number of the first parameter behind those of the exchange and its body.
    private static final int ROWS_FROM = 34;
    // Most requests begin without items, and many without observations: no arrays are sent and run over for those, and
    // the database prepares nothing for them.
    private static final String BEGIN = BEGUN + INSERT_BODY;
    private static final String BEGIN_AND_OBSERVE =
            BEGUN + ", came AS (" + INSERT_BODY + ") " + OBSERVED.formatted(ObservationColumns.rows(ROWS_FROM));
    private static final Known ANSWER = Known.of(RepeatedAnswers.mark("(SELECT) AS begun", "$16"));
    private static final Known CALLS =
            Known.of(RepeatedAnswers.mark("(SELECT) AS begun", "$16", "$" + (ROWS_FROM + ItemColumns.CALLS)));
    private static final String REPEATED = RepeatedAnswers.mark("(SELECT) AS begun", "$3", "$4");
    private static final String BEGIN_WITH_PIECES = BEGUN + """
            , pieces AS (DELETE FROM body_piece WHERE answer_key = $18 RETURNING piece, bytes)
            INSERT INTO exchange_body (%s)
            SELECT $1, $2, coalesce(string_agg(bytes, '' ORDER BY piece), ''), %s FROM pieces""".formatted(BODY, PLACE);
    private static final String PIECE = "INSERT INTO body_piece (answer_key, piece, bytes) VALUES ($1, $2, $3)";
    private static final String ITEMS = "INSERT INTO item (run_id, exchange, " + ItemColumns.NAMES
            + ") SELECT $1, $2, * FROM " + ItemColumns.unnest(3);
    private static final String OBSERVATIONS = OBSERVED.formatted(ObservationColumns.rows(3));
    private static final int PIECE_BYTES = 1 << 20;
    /// Size of an observation without its texts.
    private static final int ROW_BYTES = 128;
    /// Items or observations per statement.
    private static final int ROWS = 2_000;

    /// The statements for an answer that is known when it begins.
    private record Known(String begin, String beginAndObserve) {
        private static Known of(String repeated) {
            String planted =
                    """
                    %s, came AS (%s), repeated AS (%s),
                    planted AS (INSERT INTO item (run_id, exchange, %s) SELECT $1, $2, * FROM %s)
                    """.formatted(BEGUN, INSERT_BODY, repeated, ItemColumns.NAMES, ItemColumns.unnest(ROWS_FROM));
            return new Known(
                    planted + "SELECT 1",
                    planted + OBSERVED.formatted(ObservationColumns.rows(ROWS_FROM + ItemColumns.COUNT)));
        }
    }

    /// Whether the run was deleted since the request was admitted.
    static boolean isWithoutRun(Throwable failure) {
        return failure instanceof PgException error && FOREIGN_KEY_VIOLATION.equals(error.getSqlState());
    }

    Uni<Void> write() {
        byte[] body = stored.bytes();
        List<PlantedItem> items = start.items();
        List<Change> seen = ObservationColumns.of(start.tracing().changes());
        boolean isSmall = body.length <= PIECE_BYTES && items.size() <= ROWS && seen.size() <= ROWS;
        boolean isKnown = !items.isEmpty() || !start.contentHash().isEmpty();
        if (isSmall) {
            Tuple values = values(exchange().addBuffer(Buffer.buffer(body)));
            return isKnown ? beginKnown(ItemColumns.add(values, items), seen) : begin(values, seen);
        }
        List<Step> steps = new ArrayList<>();
        String key = StoredText.encode(start.answerKey());
        slices(body.length, PIECE_BYTES, (from, to) -> {
            Buffer piece = Buffer.buffer(Arrays.copyOfRange(body, from, to));
            steps.add(new Step(PIECE, Tuple.of(key, from, piece)));
        });
        steps.add(new Step(BEGIN_WITH_PIECES, values(exchange().addString(key))));
        slices(
                items.size(),
                ROWS,
                (from, to) -> steps.add(new Step(ITEMS, ItemColumns.add(place(), items.subList(from, to)))));
        if (isKnown) {
            steps.add(new Step(REPEATED, repeated(items)));
        }
        slices(
                seen.size(),
                ROWS,
                (from, to) ->
                        steps.add(new Step(OBSERVATIONS, ObservationColumns.add(place(), seen.subList(from, to)))));
        return statements.inTransaction(connection -> inTurn(connection, steps));
    }

    private Uni<Void> begin(Tuple values, List<Change> seen) {
        return seen.isEmpty()
                ? write(BEGIN, values, seen)
                : write(BEGIN_AND_OBSERVE, ObservationColumns.add(values, seen), seen);
    }

    private Uni<Void> beginKnown(Tuple values, List<Change> seen) {
        Known known = ItemColumns.holdCalls(start.items()) ? CALLS : ANSWER;
        return seen.isEmpty()
                ? write(known.begin(), values, seen)
                : write(known.beginAndObserve(), ObservationColumns.add(values, seen), seen);
    }

    private Uni<Void> write(String statement, Tuple values, List<Change> seen) {
        return statements.write(statement, values, bytes(seen));
    }

    private long bytes(List<Change> seen) {
        return stored.bytes().length
                + ItemColumns.bytes(start.items())
                + seen.stream()
                        .mapToLong(change -> ROW_BYTES + change.sighted().length())
                        .sum();
    }

    private record Step(String sql, Tuple values) {}

    private static Future<Void> inTurn(SqlConnection connection, List<Step> steps) {
        Future<Void> done = Future.succeededFuture();
        for (Step step : steps) {
            done = done.compose(_ ->
                    connection.preparedQuery(step.sql()).execute(step.values()).mapEmpty());
        }
        return done;
    }

    @FunctionalInterface
    private interface Slice {
        void take(int from, int to);
    }

    private static void slices(int length, int most, Slice slice) {
        for (int from = 0; from < length; from += most) {
            slice.take(from, Math.min(length, from + most));
        }
    }

    private Tuple repeated(List<PlantedItem> items) {
        return place().addString(StoredText.encode(start.contentHash()))
                .addArrayOfString(items.stream()
                        .flatMap(item -> item.callId().stream())
                        .map(StoredText::encode)
                        .distinct()
                        .toArray(String[]::new));
    }

    private Tuple place() {
        return Tuple.of(start.run().value(), number);
    }

    /// Appends the rest of the body.
    private Tuple values(Tuple values) {
        ObservationChanges changes = start.tracing().changes();
        boolean isBased = stored.base().isPresent();
        return values.addString(StoredJson.write(start.dropped()))
                .addString(backend(SelectedBackend::name))
                .addString(backend(SelectedBackend::model))
                .addString(backend(SelectedBackend::reasoningState))
                .addShort(changes.isWhole() ? ObservationColumns.ALL : ObservationColumns.CHANGES)
                .addBoolean(changes.cutsHistory().orElse(null))
                .addInteger(isBased ? stored.base().getAsInt() : null)
                .addInteger(isBased ? stored.head() : null)
                .addInteger(isBased ? stored.tail() : null)
                .addInteger(stored.next().map(BodyBase::place).orElse(null))
                .addArrayOfInteger(stored.next().map(next -> anchors()).orElse(null))
                .addBuffer(stored.next()
                        .map(next -> Buffer.buffer(next.marks().encoded()))
                        .orElse(null))
                .addUUID(start.tracing().kept().map(KeptHistory::hash).orElse(null))
                .addArrayOfInteger(start.tracing()
                        .kept()
                        .map(kept -> kept.turns().toArray(Integer[]::new))
                        .orElse(null))
                .addLong(stored.next().map(BodyBase::chain).orElse(null));
    }

    // A service of an earlier version bases bodies on what these name.
    private Integer[] anchors() {
        return new Integer[] {number, number};
    }

    private @Nullable String backend(Function<SelectedBackend, String> part) {
        return start.backend().map(part).map(StoredText::encode).orElse(null);
    }

    private Tuple exchange() {
        TraceResult traceResult = start.tracing();
        ConversationLink conversationLink = placed(traceResult.link());
        return Tuple.tuple()
                .addString(start.run().value())
                .addInteger(number)
                .addString(instance)
                .addOffsetDateTime(start.received().atOffset(ZoneOffset.UTC))
                .addString(start.dialect().id())
                .addString(StoredText.encode(start.method()))
                .addString(StoredText.encode(start.path()))
                .addString(StoredText.encode(start.client()))
                .addBoolean(start.stream())
                .addBoolean(start.faulty())
                .addString(StoredText.encode(start.answerKey()))
                .addInteger(conversationLink.conversation())
                .addString(StoredJson.write(conversationLink))
                .addString(StoredJson.write(traceResult.facts()))
                .addString(StoredText.encode(traceResult.facts().bodyHash()))
                .addString(StoredText.encode(start.contentHash()))
                .addString(StoredJson.write(start.repairs()));
    }

    // A link whose conversation is 0 begins one, which gets the number of its own exchange.
    private ConversationLink placed(ConversationLink conversationLink) {
        return conversationLink.conversation() == 0
                ? new ConversationLink(
                        number, conversationLink.parent(), conversationLink.turn(), conversationLink.step())
                : conversationLink;
    }
}
