package dev.throughline.run.training;

import dev.throughline.run.RunId;
import dev.throughline.run.SelectedBackend;
import dev.throughline.run.exchange.StoredFacts;
import dev.throughline.run.training.BranchPreservation.DueReasoning;
import dev.throughline.run.training.RequestTree.RequestNode;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredJson;
import dev.throughline.store.StoredText;
import dev.throughline.stream.FinishReason;
import dev.throughline.trace.Category;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.Sighting;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Reads the data of a run's conversation branches in pages, by key.
@ApplicationScoped
class BranchReader {
    // A finish without tokens is of an answer whose tokens were removed.
    private static final String NODES = """
            SELECT e.number, e.conversation, (e.link->>'parent')::integer, e.facts->>'kind', e.outcome,
                e.response_deleted, CASE WHEN EXISTS (
                    SELECT FROM token_slice s WHERE s.run_id = e.run_id AND s.exchange = e.number) THEN e.finish END,
                coalesce(e.cuts_history, EXISTS (
                    SELECT 1 FROM observed_item o
                    WHERE o.run_id = e.run_id AND o.observer = e.number AND o.sighting @> '{"turnPresent": false}'
                    AND NOT EXISTS (
                        SELECT 1 FROM observed_item b WHERE b.run_id = o.run_id
                        AND b.observer = (e.link->>'parent')::integer AND b.exchange = o.exchange
                        AND b.ordinal = o.ordinal AND b.sighting @> '{"turnPresent": false}'))),
                (e.facts->>'retryOf')::integer
            FROM exchange e WHERE e.run_id = $1 AND e.number > $2 AND e.number <= $3 ORDER BY e.number LIMIT $4""";
    private static final String ENDS = """
            SELECT e.number, e.conversation, e.received, %s, e.client, e.backend, e.backend_model,
                repaired_messages(e.repairs), CASE WHEN b.bytes <= $3 THEN b.body END, b.bytes
            FROM exchange e LEFT JOIN request_body b ON b.run_id = e.run_id AND b.exchange = e.number
            WHERE e.run_id = $1 AND e.number = ANY ($2::integer[]) ORDER BY e.number""".formatted(StoredFacts.JSON);
    private static final String BODY = "SELECT body FROM request_body WHERE run_id = $1 AND exchange = $2";
    // The criteria of `verdict`: in its own field or by reference, whole, in order, once, with its
    // signature.
    private static final String KEPT = """
            o.sighting->>'place' = 'REFERENCE' OR o.sighting @> '{"place": "OWN", "text": "EXACT", "inOrder": true}'
                AND (o.sighting->>'copies')::integer < 2 AND o.sighting->>'signature' IN ('SAME', 'NOT_ISSUED')""";
    // Items are looked up by key: no statistics say how many a run has, and a join compares each with each.
    private static final String MUST = """
            CROSS JOIN LATERAL (
                SELECT field FROM item WHERE run_id = o.run_id AND exchange = o.exchange AND ordinal = o.ordinal
                AND category = 'THINK' OFFSET 0) i
            WHERE o.run_id = $1 AND o.due = 'MUST' AND o.sighting @> '{"turnPresent": true}'""";
    private static final String REWARDS = """
            SELECT e.number, r.key, r.value::text::double precision
            FROM exchange e CROSS JOIN LATERAL jsonb_each(e.rewards) r
            WHERE e.run_id = $1 AND e.number = ANY ($2::integer[]) ORDER BY e.number, r.key""";
    private static final int MOST_DUE = 100_000;
    // The first request of a path may stand on what the one before it did.
    private static final String DUE_ON_PATH = """
            SELECT DISTINCT ON (o.exchange, o.ordinal) o.observer, o.exchange, o.ordinal, o.scope, o.sighting::text,
                i.field FROM (
                    SELECT run_id, observer, exchange, ordinal, due, scope, sighting FROM observed_item
                    WHERE run_id = $1 AND observer = ANY ($2::integer[])
                UNION ALL SELECT $1, $3, f.exchange, f.ordinal, f.due, f.scope, f.sighting
                    FROM request_observations($1, $3::integer) f) o
            %s ORDER BY o.exchange, o.ordinal, (%s), o.observer LIMIT %d""".formatted(MUST, KEPT, MOST_DUE);
    private static final String LOST = """
            SELECT EXISTS (SELECT 1 FROM observed_item o
            %s AND NOT coalesce(%s, false) AND o.observer > $2 AND o.observer <= $3)""".formatted(MUST, KEPT);
    private static final String VERDICT = "SELECT verdict FROM verdict WHERE run_id = $1";
    /// A larger body is read individually, so that a page is bounded.
    private static final int LARGE_BODY = 256 * 1024;

    private final StatementRunner statementRunner;

    BranchReader(StatementRunner statementRunner) {
        this.statementRunner = statementRunner;
    }

    /// The exchanges of a run by number.
    /// @param after only those with a greater number
    /// @param last none with a greater number
    Uni<List<RequestNode>> nodes(RunId run, int after, int last, int limit) {
        return statementRunner.list(NODES, Tuple.of(run.value(), after, last, limit), BranchReader::node);
    }

    /// Some exchanges by number, each with its request.
    Uni<List<BranchEnd>> ends(RunId run, Collection<Integer> numbers) {
        Tuple values = of(run, numbers).addInteger(LARGE_BODY);
        return statementRunner.list(ENDS, values, row -> row).chain(rows -> ends(run, rows));
    }

    /// The reasoning that some requests of a run had to return, by the answer that it belongs to.
    /// @param observers numbers of the requests, each of which continues the one before it
    Uni<List<DueReasoning>> dueReasoning(RunId run, List<Integer> observers) {
        return statementRunner.list(
                DUE_ON_PATH, of(run, observers).addInteger(observers.getFirst()), BranchReader::due);
    }

    /// Whether any of some requests of a run failed to return exactly the reasoning it had to.
    /// @param after only requests with a greater number
    /// @param last none with a greater number
    Uni<Boolean> losesReasoning(RunId run, int after, int last) {
        return statementRunner
                .list(LOST, Tuple.of(run.value(), after, last), row -> row.getBoolean(0))
                .map(List::getFirst);
    }

    /// A number that says how good an answer is.
    /// @param exchange number of its exchange
    record Reward(int exchange, String name, double value) {}

    /// The rewards of some exchanges, by number and name.
    Uni<List<Reward>> rewards(RunId run, List<Integer> numbers) {
        return statementRunner.list(
                REWARDS,
                of(run, numbers),
                row -> new Reward(row.getInteger(0), StoredText.decode(row.getString(1)), row.getDouble(2)));
    }

    /// The name of the run's verdict as stored when it was sealed; empty for an open run.
    Uni<Optional<String>> verdict(RunId run) {
        return statementRunner.first(VERDICT, Tuple.of(run.value()), row -> row.getString(0));
    }

    private static Tuple of(RunId run, Collection<Integer> numbers) {
        return Tuple.tuple().addString(run.value()).addArrayOfInteger(numbers.toArray(Integer[]::new));
    }

    private static RequestNode node(Row row) {
        return new RequestNode(
                row.getInteger(0),
                row.getInteger(1),
                number(row.getInteger(2)),
                number(row.getInteger(8)),
                RequestKind.valueOf(row.getString(3)),
                ExchangeOutcome.valueOf(row.getString(4)),
                Optional.ofNullable(row.getString(6)).map(FinishReason::valueOf),
                row.getBoolean(5),
                row.getBoolean(7));
    }

    private static OptionalInt number(@Nullable Integer column) {
        return column == null ? OptionalInt.empty() : OptionalInt.of(column);
    }

    private Uni<List<BranchEnd>> ends(RunId run, List<Row> rows) {
        Uni<List<BranchEnd>> ends = Uni.createFrom().item(new ArrayList<>(rows.size()));
        for (Row row : rows) {
            ends = ends.chain(found -> body(run, row).map(body -> {
                found.add(end(row, body));
                return found;
            }));
        }
        return ends;
    }

    private Uni<Optional<byte[]>> body(RunId run, Row row) {
        Long bytes = row.getLong(9);
        Buffer body = row.getBuffer(8);
        if (bytes == null || body != null) {
            return Uni.createFrom().item(Optional.ofNullable(body).map(Buffer::getBytes));
        }
        return statementRunner
                .first(
                        BODY,
                        Tuple.of(run.value(), row.getInteger(0)),
                        large -> Optional.ofNullable(large.getBuffer(0)).map(Buffer::getBytes))
                .map(found -> found.flatMap(large -> large));
    }

    private static BranchEnd end(Row row, Optional<byte[]> body) {
        return new BranchEnd(
                row.getInteger(0),
                row.getInteger(1),
                row.getOffsetDateTime(2).toInstant(),
                StoredJson.read(row.getString(3), RequestFacts.class),
                StoredText.decode(row.getString(4)),
                Optional.ofNullable(row.getString(5))
                        .map(name -> new SelectedBackend(
                                StoredText.decode(name),
                                Optional.ofNullable(row.getString(6))
                                        .map(StoredText::decode)
                                        .orElse(""),
                                "")),
                row.getInteger(7),
                body);
    }

    private static DueReasoning due(Row row) {
        int exchange = row.getInteger(1);
        int ordinal = row.getInteger(2);
        PlantedItem item = new PlantedItem(
                ordinal,
                Category.THINK,
                "",
                "",
                0,
                StoredText.decode(row.getString(5)),
                Optional.empty(),
                Optional.empty());
        Observation observation = new Observation(
                exchange,
                ordinal,
                Observation.Due.MUST,
                Observation.Scope.valueOf(row.getString(3)),
                StoredJson.read(row.getString(4), Sighting.class));
        return new DueReasoning(row.getInteger(0), item, observation);
    }

    /// The last exchange of a branch of a conversation.
    ///
    /// @param client the recorded User-Agent; not verified
    /// @param repairs messages into which reasoning was restored before the backend received the request
    /// @param body the recorded request, with its credentials replaced; empty if it was removed
    record BranchEnd(
            int number,
            int conversation,
            Instant received,
            RequestFacts facts,
            String client,
            Optional<SelectedBackend> backend,
            int repairs,
            Optional<byte[]> body) {}
}
