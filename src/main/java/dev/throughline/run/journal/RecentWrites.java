package dev.throughline.run.journal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.throughline.run.AnswerIdentity;
import dev.throughline.store.DatabaseTimeline;
import dev.throughline.store.GroupedInserts;
import dev.throughline.store.StoredText;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/// The exchanges' writes that this process committed in the last minute. After a failover to a replica that was
/// behind, each of these exchanges is compared with the database and, where something is missing, written again; where
/// that is no longer in memory, it is marked as not recorded. Thread-safe.
@Singleton
public class RecentWrites {
    private static final Logger LOG = Logger.getLogger(RecentWrites.class);
    private static final long LONGEST_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int MOST = 50_000;
    private static final int HEAP_SHARE = 16;
    /// About what a write takes beside its body or its tokens.
    private static final int WRITE_BYTES = 2_048;
    private static final String MISSING = """
            SELECT k.place FROM jsonb_to_recordset($1::text::jsonb)
                AS k (place integer, run text, number integer, key text, tokens bigint, ended boolean)
            WHERE NOT EXISTS (SELECT FROM exchange e
                WHERE e.run_id = k.run AND e.number = k.number AND e.answer_key = k.key
                    AND (e.outcome <> 'OPEN' OR NOT k.ended) AND %s >= k.tokens)""".formatted(TokenReader.RECORDED);
    /// Marks exchanges as not recorded; with the values of `lost`.
    public static final String MARK = """
            UPDATE exchange SET outcome = 'FAILED', error = $4, unrecorded = true
            FROM unnest($1::text[], $2::integer[], $3::text[]) AS lost (run_id, number, answer_key)
            WHERE exchange.run_id = lost.run_id AND exchange.number = lost.number
                AND exchange.answer_key = lost.answer_key AND outcome IN ('OPEN', 'COMPLETED')""";

    private final long mostBytes;
    // Oldest first.
    private final Deque<Write> all = new ArrayDeque<>();
    private final Deque<Write> held = new ArrayDeque<>();
    private final Map<AnswerIdentity, Known> exchanges = new HashMap<>();
    private long bytes;

    private static final class Write {
        private final AnswerIdentity answer;
        private final String sql;
        private final long bytes;
        private final long atNanos = System.nanoTime();
        /// Null once there was no memory for it.
        private @Nullable Tuple values;

        private Write(AnswerIdentity answer, String sql, Tuple values, long bytes) {
            this.answer = answer;
            this.sql = sql;
            this.values = values;
            this.bytes = bytes;
        }
    }

    /// The facts about an exchange that the database must have.
    private record Known(int writes, long tokens, boolean isEnded) {
        private Known and(Known later) {
            return new Known(writes + later.writes, Math.max(tokens, later.tokens), isEnded || later.isEnded);
        }
    }

    RecentWrites(JournalConfig config, DatabaseTimeline timeline) {
        this.mostBytes = Math.min(
                config.rememberedBytes().asLongValue(), Runtime.getRuntime().maxMemory() / HEAP_SHARE);
        timeline.restoration(this::restore);
    }

    /// An exchange was recorded, with its end if that was known.
    /// @param more bytes of its values
    public void begun(
            AnswerIdentity answer, GroupedInserts.Insert insert, long more, Optional<ExchangeEndStatement> end) {
        long size = WRITE_BYTES + more + end.map(ExchangeEndStatement::bytes).orElse(0L);
        add(
                new Write(answer, insert.form().sql(1), insert.values(), size),
                end.map(known -> known.end().tokens()).orElse(0L),
                end.isPresent());
    }

    public void ended(ExchangeEndStatement end, Tuple values) {
        add(
                new Write(end.answer(), end.sql(), values, WRITE_BYTES + end.bytes()),
                end.end().tokens(),
                true);
    }

    void recorded(TokenBatchInsert insert) {
        insert.eachRow((answer, end, values) -> {
            long size = values.getBuffer(TokenBatchInsert.EVENTS).length();
            add(new Write(answer, TokenBatchInsert.AGAIN, values, WRITE_BYTES / 8 + size), end, false);
        });
    }

    private synchronized void add(Write write, long tokens, boolean isEnded) {
        all.add(write);
        held.add(write);
        bytes += write.bytes;
        exchanges.merge(write.answer, new Known(1, tokens, isEnded), Known::and);
        while (bytes > mostBytes || !held.isEmpty() && isOver(held.element())) {
            Write oldest = held.remove();
            oldest.values = null;
            bytes -= oldest.bytes;
        }
        while (all.size() > MOST || isOver(all.element())) {
            exchanges.computeIfPresent(
                    all.remove().answer,
                    (_, known) -> known.writes() == 1
                            ? null
                            : new Known(known.writes() - 1, known.tokens(), known.isEnded()));
        }
    }

    private static boolean isOver(Write write) {
        return System.nanoTime() - write.atNanos > LONGEST_NANOS;
    }

    private record Again(String sql, Tuple values) {}

    private synchronized List<Again> of(Set<AnswerIdentity> missing) {
        return held.stream()
                .filter(write -> missing.contains(write.answer))
                .flatMap(write -> Stream.ofNullable(write.values).map(values -> new Again(write.sql, values)))
                .toList();
    }

    /// Compares all with the database of a connection, and writes again or marks what is missing.
    Future<Void> restore(SqlConnection connection) {
        Map<AnswerIdentity, Known> expected;
        synchronized (this) {
            expected = Map.copyOf(exchanges);
        }
        return missing(connection, expected)
                .compose(missing -> writeAgain(connection, of(missing.keySet()))
                        .compose(_ -> missing(connection, missing))
                        .onSuccess(lost -> LOG.warnf(
                                "restored after a failover compared=%d incomplete=%d lost=%d",
                                expected.size(), missing.size(), lost.size()))
                        .compose(lost -> writeAgain(
                                connection,
                                List.of(new Again(MARK, lost(lost.keySet(), "lost in a failover of the database"))))));
    }

    // What is there, or belongs to a run that was deleted, is refused by itself; each is sent before the one before it
    // is answered.
    private static Future<Void> writeAgain(SqlConnection connection, List<Again> writes) {
        return Future.all(writes.stream()
                        .map(write -> connection
                                .preparedQuery(write.sql())
                                .execute(write.values())
                                .<Void>mapEmpty()
                                .recover(failure -> failure instanceof PgException
                                        ? Future.succeededFuture()
                                        : Future.failedFuture(failure)))
                        .toList())
                .mapEmpty();
    }

    /// @param error why they are not recorded
    public static Tuple lost(Collection<AnswerIdentity> answers, String error) {
        return Tuple.of(
                answers.stream().map(answer -> answer.run().value()).toArray(String[]::new),
                answers.stream().map(AnswerIdentity::number).toArray(Integer[]::new),
                answers.stream().map(answer -> StoredText.encode(answer.key())).toArray(String[]::new),
                error);
    }

    private static Future<Map<AnswerIdentity, Known>> missing(
            SqlConnection connection, Map<AnswerIdentity, Known> expected) {
        List<AnswerIdentity> answers = List.copyOf(expected.keySet());
        var sought = JsonNodeFactory.instance.arrayNode();
        for (int i = 0; i < answers.size(); i++) {
            AnswerIdentity answer = answers.get(i);
            Known known = Objects.requireNonNull(expected.get(answer));
            sought.addObject()
                    .put("place", i)
                    .put("run", answer.run().value())
                    .put("number", answer.number())
                    .put("key", StoredText.encode(answer.key()))
                    .put("tokens", known.tokens())
                    .put("ended", known.isEnded());
        }
        return connection
                .preparedQuery(MISSING)
                .execute(Tuple.of(sought.toString()))
                .map(rows -> StreamSupport.stream(rows.spliterator(), false)
                        .map(row -> answers.get(row.getInteger(0)))
                        .collect(Collectors.toMap(one -> one, one -> Objects.requireNonNull(expected.get(one)))));
    }
}
