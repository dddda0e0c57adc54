package dev.throughline.run;

import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Link;
import dev.throughline.trace.Observation;
import dev.throughline.trace.Tracing;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Writes down a request before its answer begins: the exchange, its body, what the answer will plant and what was
/// observed, in one statement.
///
/// @param number the exchange's number; names the conversation of a link that begins one
/// @param instance the process that serves it
record BeginWrite(Statements statements, int number, ExchangeStart start, String instance) {
    /// Source: PostgreSQL, appendix A.
    private static final String FOREIGN_KEY_VIOLATION = "23503";
    private static final String BEGIN = """
            WITH begun AS (
                INSERT INTO exchange (run_id, number, instance_id, received, dialect, method, path, client, stream,
                    faulty, answer_key, conversation, link, facts, body_hash, content_hash, repairs, dropped, outcome,
                    backend, backend_model, reasoning_state)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::text::jsonb, $14::text::jsonb, $15,
                    $16, $17::text::jsonb, $32::text::jsonb, '%s', $33, $34, $35)),
            came AS (INSERT INTO exchange_body (run_id, exchange, body) VALUES ($1, $2, $18)),
            planted AS (INSERT INTO item (run_id, exchange, %s) SELECT $1, $2, * FROM %s)
            INSERT INTO observation (run_id, observer, exchange, ordinal, due, scope, sighting)
            SELECT $1, $2, seen.exchange, seen.ordinal, seen.due, seen.scope, seen.sighting::jsonb
            FROM unnest($27::integer[], $28::integer[], $29::text[], $30::text[], $31::text[])
                AS seen (exchange, ordinal, due, scope, sighting)
            """.formatted(ExchangeOutcome.OPEN, ItemColumns.NAMES, ItemColumns.unnest(19));

    /// Whether the run was deleted since the request was admitted.
    static boolean isWithoutRun(Throwable failure) {
        return failure instanceof PgException error && FOREIGN_KEY_VIOLATION.equals(error.getSqlState());
    }

    Uni<Void> write() {
        Tuple values = exchange();
        values.addBuffer(Buffer.buffer(start.body()));
        ItemColumns.add(values, start.items());
        observations(values);
        values.addString(StoredJson.write(start.dropped()));
        values.addString(backend(AskedBackend::name))
                .addString(backend(AskedBackend::model))
                .addString(backend(AskedBackend::reasoningState));
        return statements.run(BEGIN, values, written -> null);
    }

    private @Nullable String backend(Function<AskedBackend, String> part) {
        return start.backend().map(part).map(StoredText::encode).orElse(null);
    }

    private Tuple exchange() {
        Tracing tracing = start.tracing();
        Link link = placed(tracing.link());
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
                .addInteger(link.conversation())
                .addString(StoredJson.write(link))
                .addString(StoredJson.write(tracing.facts()))
                .addString(StoredText.encode(tracing.facts().bodyHash()))
                .addString(StoredText.encode(start.contentHash()))
                .addString(StoredJson.write(start.repairs()));
    }

    // A link whose conversation is 0 begins one, named by its own exchange.
    private Link placed(Link link) {
        return link.conversation() == 0 ? new Link(number, link.parent(), link.turn(), link.step()) : link;
    }

    private void observations(Tuple values) {
        List<Observation> seen = start.tracing().observations();
        values.addArrayOfInteger(column(seen, Observation::exchange, new Integer[seen.size()]))
                .addArrayOfInteger(column(seen, Observation::ordinal, new Integer[seen.size()]))
                .addArrayOfString(column(seen, one -> one.due().name(), new String[seen.size()]))
                .addArrayOfString(column(seen, one -> one.scope().name(), new String[seen.size()]))
                .addArrayOfString(column(seen, one -> StoredJson.write(one.sighting()), new String[seen.size()]));
    }

    private static <T> T[] column(List<Observation> seen, Function<Observation, T> value, T[] column) {
        Arrays.setAll(column, i -> value.apply(seen.get(i)));
        return column;
    }
}
