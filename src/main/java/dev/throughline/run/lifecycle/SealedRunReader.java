package dev.throughline.run.lifecycle;

import dev.throughline.backend.Backends;
import dev.throughline.backend.http.HttpBackend;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.SealedRun;
import dev.throughline.run.UnknownRunException;
import dev.throughline.run.exchange.ExchangeQuery;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.trace.TracedExchange;
import dev.throughline.verdict.RunEvidence;
import dev.throughline.verdict.RunScorer;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Reads and scores runs when they are sealed, and again later.
@ApplicationScoped
public class SealedRunReader {
    private final Backends backends;

    SealedRunReader(Backends backends) {
        this.backends = backends;
    }

    /// A run from its stored exchanges, scored by the current rules.
    public Uni<SealedRun> read(StatelessSession session, Run run) {
        return ExchangeStore.recorded(session, ExchangeQuery.all(run.id())).map(exchanges -> score(run, exchanges));
    }

    /// The same by id.
    ///
    /// Fails with `UnknownRunException`.
    public Uni<SealedRun> read(StatelessSession session, RunId id) {
        return RunAliasTable.run(session, id)
                .map(run -> run.orElseThrow(() -> new UnknownRunException(id)))
                .chain(run -> read(session, run));
    }

    private SealedRun score(Run run, List<RecordedExchange> exchanges) {
        List<TracedExchange> traced =
                exchanges.stream().map(RecordedExchange::trace).toList();
        var evidence = new RunEvidence(run.id().value(), run.settings().policy(), traced);
        return new SealedRun(
                run,
                exchanges,
                run.judged(RunScorer.score(evidence)),
                run.settings()
                        .backend()
                        .flatMap(backends::find)
                        .map(HttpBackend::settings)
                        .map(settings -> settings.dialect()));
    }
}
