package dev.throughline.run.exchange;

import dev.throughline.run.AnswerIdentity;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.ExchangeStart;
import dev.throughline.run.RecordedAnswer;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.RecordedToken;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.SampledTokens;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.UnknownRunException;
import dev.throughline.run.events.RunEventSource;
import dev.throughline.run.exchange.ObservationPageQuery.ObservationPage;
import dev.throughline.run.exchange.StoredBody.BodyBase;
import dev.throughline.run.journal.AnswerGoneException;
import dev.throughline.run.journal.Beginning;
import dev.throughline.run.journal.ExchangeEndStatement;
import dev.throughline.run.journal.ExchangeJournal;
import dev.throughline.run.journal.RecentCommits;
import dev.throughline.run.journal.RecentWrites;
import dev.throughline.run.journal.TokenReader;
import dev.throughline.store.ServiceInstance;
import dev.throughline.store.StatementRunner;
import dev.throughline.store.TransactionRunner;
import dev.throughline.stream.StreamEvent;
import dev.throughline.text.BodyDigest;
import dev.throughline.trace.ItemPosition;
import dev.throughline.trace.history.HistoryLookupKeys;
import dev.throughline.verdict.IssuedAnswer;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;

/// The exchanges of runs: admits, starts, ends and reads them.
@Singleton
public class ExchangeStore {
    private static final int NUMBERS_AT_ONCE = 1_000;
    private static final String COUNTED_OTHERWISE = """
            SELECT e.number, (e.anomalies::jsonb || jsonb_build_object('kind', 'token-count', 'at', 0,
                'detail', c.recorded || ' recorded of ' || e.tokens))::text
            FROM exchange e CROSS JOIN LATERAL (SELECT %s AS recorded) c
            WHERE e.run_id = $1 AND e.number = ANY ($2::integer[]) AND e.tokens <> c.recorded
                AND (SELECT has_contents FROM run WHERE run_id = $1)""".formatted(TokenReader.RECORDED);

    private final TransactionRunner transactionRunner;
    private final StatementRunner statementRunner;
    private final TokenReader tokenReader;
    private final RunEventSource events;
    private final ServiceInstance serviceInstance;
    private final UnrecordedExchanges unrecordedExchanges;
    private final SizedWorkExecutor work;
    private final RunNumbers numbers;
    private final RecentWrites recentWrites;
    private final RecentCommits recentCommits = new RecentCommits();

    ExchangeStore(
            TransactionRunner transactionRunner,
            StatementRunner statementRunner,
            TokenReader tokenReader,
            RunEventSource events,
            ServiceInstance serviceInstance,
            UnrecordedExchanges unrecordedExchanges,
            SizedWorkExecutor work,
            RecentWrites recentWrites) {
        this.transactionRunner = transactionRunner;
        this.statementRunner = statementRunner;
        this.tokenReader = tokenReader;
        this.events = events;
        this.serviceInstance = serviceInstance;
        this.unrecordedExchanges = unrecordedExchanges;
        this.work = work;
        this.recentWrites = recentWrites;
        this.numbers = new RunNumbers(statementRunner);
    }

    /// Assigns a request its number and finds what it may refer to. Numbers are unique and without gaps;
    /// they are also assigned beyond the run's cap.
    ///
    /// Fails with `RunSealedException`, or `UnknownRunException` when the run was deleted.
    public Uni<Admission> admit(Run run, HistoryLookupKeys search) {
        return new AdmissionQuery(statementRunner, numbers, work, run, search).admit();
    }

    /// Records an exchange with its observations, its repairs and, where known, the items that its answer will
    /// contain, and the end of its answer if that is known when it is sent; nothing else of it can be recorded
    /// before. A link that begins a conversation gets this number as its id.
    ///
    /// Fails with `UnknownRunException` when the run was deleted in the meantime.
    public Uni<Void> begin(int number, ExchangeStart start, Beginning beginning) {
        unrecordedExchanges.begins(start.answerKey());
        return new BodyBases(statementRunner, work)
                .place(number, start)
                .chain(body -> new ExchangeStartStatement(
                                statementRunner, recentWrites, number, start, body, serviceInstance.id())
                        .write(beginning))
                .onFailure(ExchangeStartStatement::isWithoutRun)
                .transform(deleted -> new UnknownRunException(start.run()))
                .onFailure()
                .invoke(() -> unrecordedExchanges.add(new AnswerIdentity(start.run(), number, start.answerKey())))
                .invoke(() -> events.publish(start.run()));
    }

    /// Records how an exchange ended and the outcome of its answer; also in a sealed run, if it was in
    /// progress when the run was sealed. Repeating it changes nothing.
    ///
    /// Fails with `AnswerGoneException` if the answer is not recorded.
    public Uni<Void> end(AnswerIdentity answer, ExchangeEnd end) {
        var write = ExchangeEndStatement.of(answer, end, Optional.empty(), Optional.empty());
        Tuple values = write.values();
        return ending(
                answer,
                statementRunner
                        .run(write.sql(), values, write::requireFound)
                        .invoke(() -> recentWrites.ended(write, values))
                        .replaceWithVoid());
    }

    /// Commits the events taken by its journal together with the end of the exchange; fails if the database
    /// is unavailable. Otherwise the same as the end of an exchange without a journal.
    public Uni<Void> end(ExchangeJournal log, AnswerIdentity answer, ExchangeEnd end) {
        long began = System.nanoTime();
        return ending(answer, log.end(end))
                .invoke(() ->
                        recentCommits.add(answer.run(), answer.number(), Duration.ofNanos(System.nanoTime() - began)));
    }

    private Uni<Void> ending(AnswerIdentity answer, Uni<Void> written) {
        return written.onSubscription()
                .invoke(() -> unrecordedExchanges.ends(answer.key()))
                .onFailure()
                .invoke(cause -> notRecorded(answer, cause))
                .onTermination()
                .invoke(() -> unrecordedExchanges.ended(answer.key()))
                .invoke(() -> events.publish(answer.run()));
    }

    /// How long the end of an answer waited for its commit; empty if it ended in another process, or too long
    /// ago.
    public Optional<Duration> commitWait(RunId run, int exchange) {
        return recentCommits.find(run, exchange);
    }

    /// The request of an answer is over: if the exchange stays open, it is closed as not recorded.
    public void over(String answerKey) {
        unrecordedExchanges.over(answerKey);
    }

    // An answer that is not recorded needs no mark.
    private void notRecorded(AnswerIdentity answer, Throwable cause) {
        if (!(cause instanceof AnswerGoneException)) {
            unrecordedExchanges.add(answer);
        }
    }

    /// The score and the counts over everything that is recorded of a run. Ends early if it is cancelled.
    public Uni<ScoredExchanges.Result> score(Run run) {
        return Uni.createFrom().deferred(() -> {
            var isLeft = new AtomicBoolean();
            return transactionRunner
                    .run(session -> ExchangeScan.score(session, run, isLeft::get))
                    .onCancellation()
                    .invoke(() -> isLeft.set(true));
        });
    }

    /// The exchanges of a run by number, without their items and observations.
    /// @param after only exchanges with a greater number
    public Uni<List<RecordedExchange>> list(RunId run, int after, int limit) {
        return transactionRunner
                .run(session -> ExchangeQuery.after(run, after, limit).readAlone(session))
                .chain(found -> compared(run, found))
                .map(ExchangeStore::recorded);
    }

    // Where the database lost rows of an ended answer, or has too many, that is an anomaly of it.
    private Uni<List<ExchangeQuery.Found>> compared(RunId run, List<ExchangeQuery.Found> found) {
        Map<Integer, ExchangeRow> rows =
                found.stream().map(ExchangeQuery.Found::row).collect(Collectors.toMap(row -> row.number, row -> row));
        Tuple values = Tuple.of(run.value()).addArrayOfInteger(rows.keySet().toArray(Integer[]::new));
        return statementRunner.run(COUNTED_OTHERWISE, values, counted -> {
            counted.forEach(row -> Objects.requireNonNull(rows.get(row.getInteger(0))).anomalies = row.getString(1));
            return found;
        });
    }

    /// One exchange without its items and observations, whose number grows with its conversation.
    public Uni<Optional<RecordedExchange>> alone(RunId run, int number) {
        return list(run, number - 1, 1)
                .map(found -> found.stream()
                        .filter(exchange -> exchange.trace().number() == number)
                        .findFirst());
    }

    /// The exchanges of one conversation by number.
    /// @param conversation number of the exchange that began it
    /// @param after only exchanges with a greater number
    /// @param since of items of answers before this exchange, only the observations that these exchanges
    /// changed
    public Uni<List<RecordedExchange>> conversation(RunId run, int conversation, int after, int limit, int since) {
        return transactionRunner.run(session -> ExchangeQuery.conversation(run, conversation, after, limit)
                .read(session, since)
                .map(ExchangeStore::recorded));
    }

    /// The exchanges with these numbers, by number.
    public Uni<List<RecordedExchange>> numbered(RunId run, Collection<Integer> numbers) {
        return inBatches(numbers, batch -> recorded(ExchangeQuery.numbered(run, batch)));
    }

    /// The items that their answers issued, by number; none for an answer without items.
    public Uni<List<IssuedAnswer>> issued(RunId run, Collection<Integer> numbers) {
        return IssuedAnswerQuery.of(run, numbers).read(statementRunner);
    }

    /// Any count of numbers can be given: a statement has at most 65,535 parameters.
    private static Uni<List<RecordedExchange>> inBatches(
            Collection<Integer> numbers, Function<List<Integer>, Uni<? extends List<RecordedExchange>>> read) {
        var batches = numbers.stream()
                .distinct()
                .sorted()
                .gather(Gatherers.windowFixed(NUMBERS_AT_ONCE))
                .toList();
        return Multi.createFrom()
                .iterable(batches)
                .onItem()
                .transformToUniAndConcatenate(read)
                .onItem()
                .<RecordedExchange>disjoint()
                .collect()
                .asList();
    }

    /// The conversations of a run in the order in which they began.
    public Uni<List<ConversationSize>> conversations(RunId run) {
        return ConversationSize.all(statementRunner, run);
    }

    /// The first and the last conversation of a run, and those on either side of a number.
    /// @param number of a conversation, or any
    /// @param neighbors how many on each side
    public Uni<List<ConversationSize>> conversationsAround(RunId run, int number, int neighbors) {
        return ConversationSize.around(statementRunner, run, number, neighbors);
    }

    /// The numbers of all exchanges of one conversation, in order.
    /// @param conversation number of the exchange that began it
    public Uni<List<Integer>> conversationNumbers(RunId run, int conversation) {
        return ConversationSize.numbers(statementRunner, run, conversation);
    }

    /// One exchange with its items and the observations about the latest items: at most a page of them.
    public Uni<Optional<RecordedExchange>> find(RunId run, int number) {
        return find(run, number, ObservedExchange.END, ObservedExchange.LARGEST)
                .map(found -> found.map(ObservedExchange::exchange));
    }

    /// One exchange with its items and a page of its observations.
    /// @param before only observations of items before this one
    /// @param limit the most observations, up to `ObservedExchange.LARGEST`
    public Uni<Optional<ObservedExchange>> find(RunId run, int number, ItemPosition before, int limit) {
        return transactionRunner
                .run(session -> ExchangeQuery.only(run, number).readIssued(session))
                .chain(found -> compared(run, found))
                .chain(found -> found.isEmpty()
                        ? Uni.createFrom().item(Optional.empty())
                        : new ObservationPageQuery(run, number, before, limit)
                                .read(statementRunner)
                                .map(page -> Optional.of(observed(found.getFirst(), page))));
    }

    private static ObservedExchange observed(ExchangeQuery.Found found, ObservationPage page) {
        return new ObservedExchange(found.row().toRecorded(found.items(), page.observations()), page.next());
    }

    /// The request body as received.
    public Uni<Optional<byte[]>> body(RunId run, int number) {
        return new RecordedAnswerReader(statementRunner, tokenReader, run).body(number);
    }

    /// An answer of a run, or of another run of its key, by the key of its ids; empty if it is unknown,
    /// unfinished, was deleted by its client, or was removed in part.
    public Uni<Optional<RecordedAnswer>> answer(RunId run, String key) {
        return new RecordedAnswerReader(statementRunner, tokenReader, run).find(key);
    }

    /// How much `answer` reads at once: needed beforehand, since it can be large.
    public Uni<AnswerSize> answerSize(RunId run, String key) {
        return new RecordedAnswerReader(statementRunner, tokenReader, run).size(key);
    }

    /// The parts of some answers that clients received, by the number of the exchange; no entry for an answer of
    /// which nothing is recorded.
    /// @param numbers a few: all of their content is held in memory at once
    public Uni<Map<Integer, List<StreamEvent>>> answers(RunId run, Collection<Integer> numbers) {
        return tokenReader.answers(run, numbers);
    }

    /// The ids of tokens that backends returned for some exchanges, by number.
    public Uni<Map<Integer, SampledTokens>> sampled(RunId run, Collection<Integer> numbers) {
        return tokenReader.sampled(run, numbers);
    }

    /// Deletes an answer for clients; the exchange stays as evidence.
    /// @return whether there was an answer to delete
    public Uni<Boolean> deleteAnswer(RunId run, String key) {
        return new RecordedAnswerReader(statementRunner, tokenReader, run).delete(key);
    }

    /// The recorded tokens of an exchange, in order, read in slices. Tokens that are not committed yet are
    /// not included.
    public Multi<RecordedToken> tokens(RunId run, int number) {
        return tokenReader.read(run, number);
    }

    /// The last committed tokens of an exchange, in order.
    /// @param rows number of rows to read, each with the tokens that were committed together
    public Uni<List<RecordedToken>> latestTokens(RunId run, int number, int rows) {
        return tokenReader.latest(run, number, rows);
    }

    private Uni<List<RecordedExchange>> recorded(ExchangeQuery reads) {
        return transactionRunner.run(session -> reads.read(session, 0).map(ExchangeStore::recorded));
    }

    private static List<RecordedExchange> recorded(List<ExchangeQuery.Found> found) {
        return found.stream()
                .map(exchange -> exchange.row().toRecorded(exchange.items(), exchange.observations()))
                .toList();
    }

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
                    ? placed(number, body, start.digest(), Optional.empty())
                    : statements
                            .first(FIND, Tuple.of(start.run().value(), parent), BodyBases::read)
                            .chain(before -> placed(number, body, start.digest(), before));
        }

        private Uni<StoredBody> placed(int number, byte[] body, BodyDigest digest, Optional<BodyBase> before) {
            return work.work(body.length, () -> StoredBody.of(number, body, digest, before));
        }

        /// The request that this one continues or repeats.
        private static int parent(ExchangeStart start) {
            OptionalInt parent = start.tracing().link().parent();
            return parent.orElse(start.tracing().facts().retryOf().orElse(0));
        }

        private static BodyBase read(Row row) {
            return new BodyBase(
                    row.getInteger(0),
                    row.getInteger(1),
                    row.getLong(2),
                    BodyMarks.decode(row.getBuffer(3).getBytes()));
        }
    }
}
