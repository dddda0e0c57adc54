package dev.throughline.run.exchange;

import dev.throughline.conversation.Dialect;
import dev.throughline.run.RecordedAnswer;
import dev.throughline.run.RunId;
import dev.throughline.run.journal.TokenCodec;
import dev.throughline.run.journal.TokenReader;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredText;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.ExchangeOutcome;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Reads and deletes answers by the key of their ids, and reads the bodies of requests.
///
/// @param run where an answer is looked for, and in the other runs of its key: a conversation goes on where the
/// client's name, its version or the day, and with them the run, have changed
record RecordedAnswerReader(StatementRunner statements, TokenReader tokens, RunId run) {
    private static final String FROM = """
         FROM exchange e JOIN run r ON r.run_id = e.run_id JOIN run here ON here.run_id = $1
        JOIN request_body b ON b.run_id = e.run_id AND b.exchange = e.number
        WHERE e.answer_key = $2 AND r.key_id IS NOT DISTINCT FROM here.key_id
            AND NOT e.response_deleted AND e.outcome = ANY ($3::text[])\
        """;
    private static final String FIND = "SELECT e.run_id, e.number, e.dialect, e.received, b.body" + FROM;
    private static final String BODY = "SELECT body FROM request_body WHERE run_id = $1 AND exchange = $2";
    private static final String SIZE = """
        SELECT b.bytes + (SELECT coalesce(sum(octet_length(s.events)), 0)
            FROM token_slice s WHERE s.run_id = e.run_id AND s.exchange = e.number), coalesce(e.tokens, 0)\
        """ + FROM;
    private static final String DELETE = """
        UPDATE exchange SET response_deleted = true WHERE (run_id, number) IN (SELECT e.run_id, e.number%s)
        RETURNING number\
        """.formatted(FROM);
    // A client that disconnects after reading the end has the whole answer.
    private static final String[] ENDED = {ExchangeOutcome.COMPLETED.name(), ExchangeOutcome.CLIENT_GONE.name()};

    /// The columns of an answer that are read first.
    private record Head(RunId run, int number, String dialect, Instant received, byte[] request) {}

    /// The answer; empty if it is unknown, unfinished, deleted, or was removed in part.
    Uni<Optional<RecordedAnswer>> find(String key) {
        return statements
                .first(FIND, values(key), RecordedAnswerReader::head)
                .chain(found -> found.flatMap(head -> head)
                        .map(head -> answer(key, head))
                        .orElseGet(() -> Uni.createFrom().item(Optional.empty())));
    }

    /// A request's body, whole; empty if it, or one that it is based on, was removed.
    Uni<Optional<byte[]>> body(int number) {
        return statements
                .first(BODY, Tuple.of(run.value(), number), row -> Optional.ofNullable(row.getBuffer(0)))
                .map(found -> found.flatMap(body -> body).map(Buffer::getBytes));
    }

    /// How much `find` will read; zero for an answer that it does not find.
    Uni<AnswerSize> size(String key) {
        return statements
                .first(SIZE, values(key), row -> new AnswerSize(row.getLong(0), row.getLong(1)))
                .map(found -> found.orElse(AnswerSize.NOTHING));
    }

    private Tuple values(String key) {
        return Tuple.tuple()
                .addString(run.value())
                .addString(StoredText.encode(key))
                .addArrayOfString(ENDED);
    }

    /// Whether there was such an answer to delete.
    Uni<Boolean> delete(String key) {
        return statements.run(DELETE, values(key), rows -> rows.size() > 0);
    }

    private static Optional<Head> head(Row row) {
        return Optional.ofNullable(row.getBuffer(4))
                .map(body -> new Head(
                        new RunId(row.getString(0)),
                        row.getInteger(1),
                        row.getString(2),
                        row.getOffsetDateTime(3).toInstant(),
                        body.getBytes()));
    }

    private Uni<Optional<RecordedAnswer>> answer(String key, Head head) {
        return tokens.read(head.run(), head.number()).collect().asList().map(recorded -> {
            List<StreamEvent> events = TokenCodec.events(recorded);
            boolean isWhole = !events.isEmpty()
                    && events.getFirst() instanceof StreamEvent.Start
                    && events.getLast() instanceof StreamEvent.Finish;
            return isWhole
                    ? Optional.of(
                            new RecordedAnswer(key, dialect(head.dialect()), head.received(), head.request(), events))
                    : Optional.empty();
        });
    }

    private static Dialect dialect(String id) {
        for (Dialect dialect : Dialect.values()) {
            if (dialect.id().equals(id)) {
                return dialect;
            }
        }
        throw new IllegalStateException("the database holds an unknown dialect: " + id);
    }
}
