package dev.throughline.pages;

import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.RunState;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.run.lifecycle.RunSearchQuery.FoundRun;
import dev.throughline.run.lifecycle.RunStore;
import dev.throughline.verdict.RunScore;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.VerdictSummary;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The verdicts of runs for pages: the stored one of a sealed run, and that over what is recorded so far of an
/// open one that is small enough to be scored for a page, on a worker thread.
@ApplicationScoped
public class RunVerdicts {
    private static final int MOST_FOR_PAGE = 400;
    private static final int MOST_IN_LIST = 40;

    private final RunStore runStore;
    private final ExchangeStore exchangeStore;

    RunVerdicts(RunStore runStore, ExchangeStore exchangeStore) {
        this.runStore = runStore;
        this.exchangeStore = exchangeStore;
    }

    /// The verdict, with the first items that were lost; empty for a large run that is still open, and for one without
    /// a request.
    public Uni<Optional<RunVerdict>> of(Run run) {
        return summary(run).map(found -> found.map(VerdictSummary::verdict));
    }

    /// The same with what was lost by which request.
    Uni<Optional<VerdictSummary>> summary(Run run) {
        return run.state() == RunState.SEALED
                ? runStore.summary(run.id())
                : scored(run, MOST_FOR_PAGE).map(found -> found.map(VerdictSummary::of));
    }

    /// The same by id; also empty for a run that was deleted.
    public Uni<Optional<RunVerdict>> of(RunId run) {
        return runStore.find(run)
                .chain(found ->
                        found.map(this::of).orElseGet(() -> Uni.createFrom().item(Optional.empty())));
    }

    /// Runs as entries of a list, in their order.
    Uni<List<RunEntry>> entries(List<FoundRun> runs) {
        Instant now = Instant.now();
        return Multi.createFrom()
                .iterable(runs)
                .onItem()
                .transformToUniAndConcatenate(found -> entry(found, now))
                .collect()
                .asList();
    }

    private Uni<RunEntry> entry(FoundRun found, Instant now) {
        if (found.verdict().isPresent()) {
            return Uni.createFrom().item(RunEntry.of(found.run(), found.verdict(), now));
        }
        return scored(found.run(), MOST_IN_LIST)
                .map(score ->
                        RunEntry.of(found.run(), score.map(one -> one.verdict().verdict()), now));
    }

    private Uni<Optional<RunScore>> scored(Run run, int most) {
        if (run.exchanges() == 0 || run.exchanges() > most) {
            return Uni.createFrom().item(Optional.empty());
        }
        return exchangeStore
                .score(run)
                .emitOn(Infrastructure.getDefaultWorkerPool())
                .map(found -> Optional.of(run.judged(found.score())));
    }
}
