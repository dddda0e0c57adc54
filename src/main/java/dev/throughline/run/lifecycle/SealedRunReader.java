package dev.throughline.run.lifecycle;

import dev.throughline.backend.Backends;
import dev.throughline.backend.http.HttpBackend;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.SealedRun;
import dev.throughline.run.UnknownRunException;
import dev.throughline.run.exchange.ExchangeScan;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
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
        return ExchangeScan.score(session, run).map(found -> sealed(run, found));
    }

    /// The same by id.
    ///
    /// Fails with `UnknownRunException`.
    public Uni<SealedRun> read(StatelessSession session, RunId id) {
        return RunAliasTable.run(session, id)
                .map(run -> run.orElseThrow(() -> new UnknownRunException(id)))
                .chain(run -> read(session, run));
    }

    private SealedRun sealed(Run run, ScoredExchanges.Result found) {
        return new SealedRun(
                run,
                run.judged(found.score()),
                found.tally(),
                found.mix(),
                run.settings()
                        .backend()
                        .flatMap(backends::find)
                        .map(HttpBackend::settings)
                        .map(settings -> settings.dialect()));
    }
}
