package dev.throughline.run;

import dev.throughline.trace.Clues;
import dev.throughline.verdict.RunEvidence;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// The exchanges of runs: admitted, begun, ended, read.
@ApplicationScoped
public class Exchanges {
    private static final int INSERTS = 100;
    // The number needs no commit of its own on the disk: what is written later with it brings it there as well. So
    // requests of one run wait for one another only for the time of the update.
    private static final String QUICK_COMMIT = "SET LOCAL synchronous_commit = off";
    private static final String NUMBER = """
            UPDATE run SET exchanges = exchanges + 1, state = 'RUNNING', last_active = now()
            WHERE run_id = :run AND state <> 'SEALED' RETURNING exchanges""";

    private final Transactions transactions;
    private final TokenReads tokenReads;
    private final RunEvents events;
    private final Instance instance;

    Exchanges(Transactions transactions, TokenReads tokenReads, RunEvents events, Instance instance) {
        this.transactions = transactions;
        this.tokenReads = tokenReads;
        this.events = events;
        this.instance = instance;
    }

    /// Gives a request its number and finds what it may refer to, in one transaction. Numbers are unique and without
    /// gaps; they are given beyond the run's cap too.
    ///
    /// Fails with `RunSealedException`, or `UnknownRunException` when the run was deleted.
    public Uni<Admission> admit(Run run, Clues clues) {
        return transactions.run(session -> new HistoryLookup(session, run, clues)
                .find()
                .chain(history -> number(session, run.id()).map(number -> new Admission(number, history))));
    }

    /// Writes down an exchange with its observations, its repairs and, where that is known, what its answer will
    /// plant, before its first byte is sent. A link that begins a conversation gets this number as its name.
    public Uni<Void> begin(int number, ExchangeStart start) {
        List<Object> rows = new ArrayList<>();
        rows.add(ExchangeRow.of(number, start, instance.id()));
        rows.add(BodyRow.of(number, start));
        start.items().forEach(item -> rows.add(ItemRow.of(start.run(), number, item)));
        start.tracing()
                .observations()
                .forEach(observation -> rows.add(ObservationRow.of(start.run(), number, observation)));
        return transactions
                .run(session -> session.insertAll(INSERTS, rows.toArray()))
                .invoke(() -> events.tell(new RunEvent.ExchangeBegan(start.run(), number)));
    }

    /// Writes down how an exchange ended and what its answer turned out to be; in a sealed run too, when it was under
    /// way at that time. Repeating it changes nothing.
    public Uni<Void> end(RunId run, int number, ExchangeEnd end) {
        return transactions
                .run(session -> new EndWrite(session, run, number, end).write())
                .invoke(() -> events.tell(new RunEvent.ExchangeEnded(run, number, end.outcome())));
    }

    /// Everything that a verdict over a run rests on.
    public Uni<RunEvidence> evidence(Run run) {
        return transactions.run(session -> evidence(session, run));
    }

    /// All exchanges of a run by number, with everything that a report over it rests on.
    public Uni<List<RecordedExchange>> all(RunId run) {
        return recorded(ExchangeReads.all(run));
    }

    /// The exchanges of a run by number.
    /// @param after only exchanges with a greater number
    public Uni<List<RecordedExchange>> list(RunId run, int after, int limit) {
        return recorded(ExchangeReads.after(run, after, limit));
    }

    public Uni<Optional<RecordedExchange>> find(RunId run, int number) {
        return recorded(ExchangeReads.only(run, number))
                .map(found -> found.stream().findFirst());
    }

    /// The request body as it came.
    public Uni<Optional<byte[]>> body(RunId run, int number) {
        return transactions
                .run(session -> session.get(BodyRow.class, new ExchangeKey(run.value(), number)))
                .map(row -> Optional.ofNullable(row).map(found -> found.body));
    }

    /// The recorded tokens of an exchange, in order, read in slices. What is not committed yet is not among them.
    public Multi<RecordedToken> tokens(RunId run, int number) {
        return tokenReads.read(run, number);
    }

    static Uni<RunEvidence> evidence(StatelessSession session, Run run) {
        return ExchangeReads.all(run.id())
                .read(session, true)
                .map(found -> new RunEvidence(
                        run.id().value(),
                        run.settings().policy(),
                        found.stream()
                                .map(exchange -> exchange.row().toTraced(exchange.items(), exchange.observations()))
                                .toList()));
    }

    private Uni<List<RecordedExchange>> recorded(ExchangeReads reads) {
        return transactions
                .run(session -> reads.read(session, true))
                .map(found -> found.stream()
                        .map(exchange -> exchange.row().toRecorded(exchange.items(), exchange.observations()))
                        .toList());
    }

    private Uni<Integer> number(StatelessSession session, RunId run) {
        return session.createNativeQuery(QUICK_COMMIT)
                .executeUpdate()
                .chain(() -> session.createNativeQuery(NUMBER, Integer.class)
                        .setParameter("run", run.value())
                        .getSingleResultOrNull())
                .onItem()
                .ifNull()
                .switchTo(() -> session.get(RunRow.class, run.value()).onItem().transform(row -> {
                    throw row == null ? new UnknownRunException(run) : new RunSealedException(run);
                }));
    }
}
