package dev.throughline.run.exchange;

import dev.throughline.run.Run;
import dev.throughline.run.RunSettings;
import dev.throughline.run.ScoredExchange;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.exchange.ScanQueries.ScannedExchange;
import dev.throughline.run.exchange.ScanQueries.ScannedPage;
import dev.throughline.store.StoredJson;
import dev.throughline.trace.ObservationHistory;
import dev.throughline.trace.PlantedItem;
import dev.throughline.verdict.IssuedAnswer;
import dev.throughline.verdict.RunOutline;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Scores the exchanges of a run page by page, in one session, so that memory does not grow with the run.
///
/// Texts of answers are not read. Exchanges that begin while it reads are left out.
public final class ExchangeScan {
    private static final int PAGE = 500;
    /// Pages before one whose answers are known.
    private static final int RECENT = 4;
    /// Pages that are read ahead.
    private static final int AHEAD = 4;

    private final Run run;
    private final ScanQueries queries;
    private final int pageSize;
    private final BooleanSupplier isLeft;
    /// Early answers and recent ones.
    private final Map<Integer, IssuedAnswer> known = new HashMap<>();
    private ObservationHistory history = new ObservationHistory();
    private volatile int through;

    ExchangeScan(StatelessSession session, Run run, int pageSize, BooleanSupplier isLeft) {
        this.run = run;
        this.queries = new ScanQueries(session, run.id());
        this.pageSize = pageSize;
        this.isLeft = isLeft;
    }

    /// The result over all exchanges that are recorded.
    /// @param isLeft whether nobody waits any more: it fails with `CancellationException` before the next page then
    public static Uni<ScoredExchanges.Result> score(StatelessSession session, Run run, BooleanSupplier isLeft) {
        return new ExchangeScan(session, run, PAGE, isLeft).score();
    }

    Uni<ScoredExchanges.Result> score() {
        return queries.last().chain(last -> queries.outline(last).chain(outline -> score(outline, last)));
    }

    /// Decodes and scores while further pages are read, on other threads than the event loop that streams need.
    private Uni<ScoredExchanges.Result> score(RunOutline outline, int last) {
        RunSettings settings = run.settings();
        var scored = new ScoredExchanges(outline, settings.mode(), settings.tolerate(), settings.stub());
        Context caller = Vertx.currentContext();
        Executor workers = Infrastructure.getDefaultExecutor();
        return Multi.createBy()
                .repeating()
                .uni(() -> page(last))
                .whilst(_ -> through < last)
                .emitOn(workers, AHEAD)
                .map(text -> StoredJson.read(text, ScannedPage.class))
                .emitOn(workers, AHEAD)
                .invoke(page -> add(scored, page))
                .collect()
                .last()
                .map(_ -> scored.result())
                .emitOn(done -> caller.runOnContext(_ -> done.run()));
    }

    /// The next page, as text.
    private Uni<String> page(int last) {
        if (isLeft.getAsBoolean()) {
            return Uni.createFrom().failure(new CancellationException("nobody waits for the score of " + run.id()));
        }
        return queries.page(through, Math.min(through + pageSize, last), RECENT * pageSize)
                .invoke(found -> through = (int) found[0])
                .map(found -> (String) found[1]);
    }

    private void add(ScoredExchanges scored, ScannedPage page) {
        if (page.after() >= ScoredExchanges.WHOLE) {
            history = new ObservationHistory();
        }
        Map<Integer, List<PlantedItem>> items = page.planted();
        page.answers()
                .forEach(one ->
                        known.put(one[0], new IssuedAnswer(one[0], one[1], items.getOrDefault(one[0], List.of()))));
        Map<Integer, List<Object[]>> observed = page.byObserver();
        var observations = new RecordedObservations(history);
        List<ScoredExchange> all = new ArrayList<>();
        for (ScannedExchange exchange : page.exchanges()) {
            int number = exchange.number();
            int parent = exchange.link().parent().orElse(0);
            observations.add(number, parent, exchange.observesChanges(), observed.getOrDefault(number, List.of()), 1);
            ScoredExchange one = exchange.with(items.getOrDefault(number, List.of()), history.of(number));
            known.put(number, IssuedAnswer.of(one.trace()));
            all.add(one);
        }
        all.forEach(exchange -> scored.add(exchange, known));
        page.answers().forEach(one -> known.remove(one[0]));
        IntStream.rangeClosed(page.after() + 1, page.through())
                .map(number -> number - RECENT * pageSize)
                .filter(number -> number > ScoredExchanges.WHOLE)
                .forEach(known::remove);
    }
}
