package dev.throughline.run.exchange;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.SelectedBackend;
import dev.throughline.run.exchange.ObservationColumns.Change;
import dev.throughline.run.exchange.StoredBody.BodyBase;
import dev.throughline.run.journal.Beginning;
import dev.throughline.run.journal.ExchangeEndStatement;
import dev.throughline.run.journal.ItemColumns;
import dev.throughline.run.journal.RecentWrites;
import dev.throughline.run.journal.RepeatedAnswers;
import dev.throughline.store.GroupedInserts;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.StoredJson;
import dev.throughline.store.StoredText;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ObservationChanges;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.ReasoningTurns;
import dev.throughline.trace.SettledHistory;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.repair.RepairSeries;
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
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Records a request in one statement: the exchange, its body, the items that the answer will contain and the
/// observations; and the end of its answer, if that is known when it is sent.
///
/// The client writes parameters on the connection's event loop, so a large body, or very many items or
/// observations, are sent in slices within one transaction.
///
/// @param number the exchange's number; also the id of a conversation that it begins
/// @param instance the process that serves it
/// @param stored the request's body
record ExchangeStartStatement(
        StatementRunner statements,
        RecentWrites recentWrites,
        int number,
        ExchangeStart start,
        StoredBody stored,
        String instance) {
    /// Source: PostgreSQL, appendix A.
    private static final String FOREIGN_KEY_VIOLATION = "23503";
    private static final String REPEATED =
            RepeatedAnswers.markCalls(new RepeatedAnswers.Answers("(SELECT) AS recorded", "$1", "$2", "$3"), "$4");
    private static final String PIECE = "INSERT INTO body_piece (answer_key, piece, bytes) VALUES ($1, $2, $3)";
    private static final int PIECE_BYTES = 1 << 20;
    /// Size of an observation without its texts.
    private static final int ROW_BYTES = 128;
    /// Items or observations per statement.
    private static final int ROWS = 2_000;

    /// Whether the run was deleted since the request was admitted.
    static boolean isWithoutRun(Throwable failure) {
        return failure instanceof PgException error && FOREIGN_KEY_VIOLATION.equals(error.getSqlState());
    }

    /// @param beginning what is said about it while it waits
    Uni<Void> write(Beginning beginning) {
        List<Change> seen = ObservationColumns.of(start.tracing().changes());
        boolean isSmall = stored.bytes().length <= PIECE_BYTES && start.items().size() <= ROWS && seen.size() <= ROWS;
        if (!isSmall) {
            return inSteps(seen, beginning.send());
        }
        var remembered = new AtomicReference<Runnable>(() -> {});
        var pending = new GroupedInserts.Pending(beginning::hasEnd, () -> {
            Optional<ExchangeEndStatement> end = beginning.send();
            GroupedInserts.Insert insert = insert(end, seen);
            var answer = new AnswerIdentity(start.run(), number, start.answerKey());
            remembered.set(() -> recentWrites.begun(answer, insert, bytes(seen), end));
            return insert;
        });
        return statements
                .insert(form(Optional.empty(), start.items(), seen), pending, bytes(seen))
                .invoke(() -> Objects.requireNonNull(remembered.get()).run());
    }

    private GroupedInserts.Insert insert(Optional<ExchangeEndStatement> end, List<Change> seen) {
        List<PlantedItem> items = start.items().isEmpty()
                ? end.map(known -> known.end().produced().items()).orElse(List.of())
                : start.items();
        ExchangeInsert form = form(end, items, seen);
        Tuple values = body(exchange(contentHash(end)).addBuffer(Buffer.buffer(stored.bytes())));
        end.ifPresent(known -> known.addSlice(known.addColumns(values)));
        if (form.isKnown()) {
            ItemColumns.add(values, items);
        }
        if (form.observes()) {
            ObservationColumns.add(values, seen);
        }
        return new GroupedInserts.Insert(form, values);
    }

    private ExchangeInsert form(Optional<ExchangeEndStatement> end, List<PlantedItem> items, List<Change> seen) {
        return new ExchangeInsert(
                end.isPresent(),
                end.filter(ExchangeEndStatement::hasSlice).isPresent(),
                !items.isEmpty() || !start.contentHash().isEmpty(),
                ItemColumns.holdCalls(items),
                !seen.isEmpty());
    }

    private String contentHash(Optional<ExchangeEndStatement> end) {
        return end.map(known -> known.end().produced().contentHash())
                .filter(hash -> !hash.isEmpty())
                .orElse(start.contentHash());
    }

    private Uni<Void> inSteps(List<Change> seen, Optional<ExchangeEndStatement> end) {
        byte[] body = stored.bytes();
        List<PlantedItem> items = start.items();
        List<Step> steps = new ArrayList<>();
        String key = StoredText.encode(start.answerKey());
        slices(body.length, PIECE_BYTES, (from, to) -> {
            Buffer piece = Buffer.buffer(Arrays.copyOfRange(body, from, to));
            steps.add(new Step(PIECE, Tuple.of(key, from, piece)));
        });
        Tuple begun = body(exchange(start.contentHash()).addString(key));
        steps.add(new Step(ExchangeInsert.WITH_PIECES, begun));
        slices(items.size(), ROWS, (from, to) -> {
            Tuple some = ItemColumns.add(place(), items.subList(from, to));
            steps.add(new Step(ExchangeInsert.SOME_ITEMS, some));
        });
        if (!items.isEmpty() || !start.contentHash().isEmpty()) {
            steps.add(new Step(REPEATED, repeated(items)));
        }
        slices(seen.size(), ROWS, (from, to) -> {
            Tuple some = ObservationColumns.add(place(), seen.subList(from, to));
            steps.add(new Step(ExchangeInsert.SOME_OBSERVATIONS, some));
        });
        end.ifPresent(known -> steps.add(new Step(known.sql(), known.values())));
        return statements.inTransaction(connection -> inTurn(connection, steps));
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

    /// Appends how the body is stored.
    private Tuple body(Tuple values) {
        boolean isBased = stored.base().isPresent();
        return values.addInteger(isBased ? stored.base().getAsInt() : null)
                .addInteger(isBased ? stored.head() : null)
                .addInteger(isBased ? stored.tail() : null)
                .addInteger(stored.next().map(BodyBase::place).orElse(null))
                .addBuffer(stored.next()
                        .map(next -> Buffer.buffer(next.marks().encoded()))
                        .orElse(null))
                .addLong(stored.next().map(BodyBase::chain).orElse(null));
    }

    private @Nullable String backend(Function<SelectedBackend, String> part) {
        return start.backend().map(part).map(StoredText::encode).orElse(null);
    }

    private Tuple exchange(String contentHash) {
        TraceResult traceResult = start.tracing();
        ObservationChanges changes = traceResult.changes();
        Optional<SettledHistory> settled = traceResult.settled();
        Optional<ReasoningTurns> changed =
                settled.filter(history -> !history.isIntact()).map(SettledHistory::reasoning);
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
                .addString(StoredText.encode(contentHash))
                .addString(StoredJson.write(RepairSeries.of(start.repairs())))
                .addString(StoredJson.write(start.dropped()))
                .addString(backend(SelectedBackend::name))
                .addString(backend(SelectedBackend::model))
                .addString(backend(SelectedBackend::reasoningState))
                .addBoolean(!changes.isWhole())
                .addBoolean(changes.cutsHistory().orElse(null))
                .addUUID(settled.map(SettledHistory::hash).orElse(null))
                .addString(settled.map(history -> ranges(history.reasoning().exact()))
                        .orElse(null))
                .addString(changed.map(turns -> ranges(turns.modified())).orElse(null))
                .addString(changed.map(turns -> ranges(turns.missing())).orElse(null));
    }

    /// As a multirange; the database joins those that touch.
    private static String ranges(List<Integer> turns) {
        return turns.stream().map(turn -> "[" + turn + "," + turn + "]").collect(Collectors.joining(",", "{", "}"));
    }

    // A link whose conversation is 0 begins one, which gets the number of its own exchange.
    private ConversationLink placed(ConversationLink conversationLink) {
        return conversationLink.conversation() == 0
                ? new ConversationLink(
                        number, conversationLink.parent(), conversationLink.turn(), conversationLink.step())
                : conversationLink;
    }
}
