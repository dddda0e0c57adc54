package dev.throughline.run.lifecycle;

import dev.throughline.backend.Backends;
import dev.throughline.backend.HttpBackend;
import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import dev.throughline.run.ScoredExchanges;
import dev.throughline.run.SealedRun;
import dev.throughline.run.UnknownRunException;
import dev.throughline.run.exchange.ExchangeScan;
import dev.throughline.store.StoredText;
import io.quarkus.arc.All;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;
import org.jboss.logging.Logger;

/// Seals a run: it accepts no more requests, and its verdict is stored.
@ApplicationScoped
class RunSealer {
    private static final Logger LOG = Logger.getLogger(RunSealer.class);
    private static final String CLOSE =
            "UPDATE run SET state = 'SEALED', sealed = now(), seal_reason = nullif(:reason, '')"
                    + " WHERE run_id = :run AND state <> 'SEALED'";

    // Any of them, so that one that fails each time holds up no other.
    private static final String OWED = """
            UPDATE verdict SET owes_evidence = false WHERE run_id = (
                SELECT run_id FROM verdict WHERE owes_evidence ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING run_id""";

    private final VerdictTally tally;
    private final Backends backends;
    private final List<SealObserver> observers;

    RunSealer(VerdictTally tally, Backends backends, @All List<SealObserver> observers) {
        this.tally = tally;
        this.backends = backends;
        this.observers = observers;
    }

    /// Seals within a transaction; of concurrent calls one seals, and the others wait and find the run sealed.
    ///
    /// Fails with `SealObserverException` if an observer fails; the transaction is then unusable.
    Uni<Run> apply(StatelessSession session, RunId id, Optional<String> reason) {
        return apply(session, id, reason, observers);
    }

    /// The same without notifying observers.
    Uni<Run> unobserved(StatelessSession session, RunId id, Optional<String> reason) {
        return apply(session, id, reason, List.of());
    }

    /// Notifies the observers of one run that was sealed without; false if there is none. Fails as `apply` does.
    Uni<Boolean> observe(StatelessSession session) {
        return session.createNativeQuery(OWED, String.class)
                .getSingleResultOrNull()
                .chain(run -> run == null
                        ? Uni.createFrom().item(false)
                        : RunAliasTable.run(session, new RunId(run))
                                .map(Optional::orElseThrow)
                                .chain(owing -> ExchangeScan.score(session, owing, () -> false)
                                        .chain(found -> tell(session, sealed(owing, found), observers)))
                                .replaceWith(true));
    }

    private Uni<Run> apply(StatelessSession session, RunId id, Optional<String> reason, List<SealObserver> notified) {
        return session.createNativeQuery(CLOSE)
                .setParameter("run", id.value())
                .setParameter("reason", StoredText.encode(reason.orElse("")))
                .executeUpdate()
                .chain(closed -> RunAliasTable.run(session, id)
                        .map(run -> run.orElseThrow(() -> new UnknownRunException(id)))
                        .call(run -> closed == 0 ? Uni.createFrom().voidItem() : score(session, run, notified)));
    }

    // A run is sealed even if it cannot be scored: its evidence is kept, and a report scores it when it is read.
    private Uni<Void> score(StatelessSession session, Run run, List<SealObserver> notified) {
        return ExchangeScan.score(session, run, () -> false)
                .map(found -> sealed(run, found))
                .onFailure()
                .invoke(failure -> LOG.errorf(failure, "verdict not scored run=%s", run.id()))
                .onFailure()
                .recoverWithNull()
                .chain(scored -> scored == null ? Uni.createFrom().voidItem() : keep(session, scored, notified));
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

    private Uni<Void> keep(StatelessSession session, SealedRun scored, List<SealObserver> notified) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        return session.insert(VerdictRow.of(scored, now, notified.size() == observers.size()))
                .chain(() -> tell(session, scored, notified))
                .invoke(() -> tally.count(scored.verdict()));
    }

    private Uni<Void> tell(StatelessSession session, SealedRun scored, List<SealObserver> notified) {
        Uni<Void> told = Uni.createFrom().voidItem();
        for (SealObserver observer : notified) {
            told = told.chain(() -> observer.sealed(session, scored)
                    .onFailure()
                    .transform(failure -> new SealObserverException(scored.run().id(), failure)));
        }
        return told.onFailure().invoke(tally::missed);
    }

    /// An observer failed while a run was being sealed; the transaction is unusable.
    static final class SealObserverException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SealObserverException(RunId run, Throwable cause) {
            super("sealed run not evaluated run=" + run, cause);
        }
    }
}
