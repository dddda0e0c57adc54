package dev.throughline.run;

import dev.throughline.verdict.Scorer;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;
import org.jboss.logging.Logger;

/// Seals a run: no more requests, and its verdict is stored.
@ApplicationScoped
class Seal {
    private static final Logger LOG = Logger.getLogger(Seal.class);
    private static final String CLOSE =
            "UPDATE run SET state = 'SEALED', sealed = now() WHERE run_id = :run AND state <> 'SEALED'";

    private final VerdictTally tally;

    Seal(VerdictTally tally) {
        this.tally = tally;
    }

    /// Seals within a transaction; of several at once one does it, the others wait and find it done.
    Uni<Run> apply(StatelessSession session, RunId id) {
        return session.createNativeQuery(CLOSE)
                .setParameter("run", id.value())
                .executeUpdate()
                .chain(closed -> Aliases.run(session, id)
                        .map(run -> run.orElseThrow(() -> new UnknownRunException(id)))
                        .call(run -> closed == 0 ? Uni.createFrom().voidItem() : score(session, run)));
    }

    // A run is sealed even if it cannot be scored: its evidence stays and can be scored later.
    private Uni<Void> score(StatelessSession session, Run run) {
        return Exchanges.evidence(session, run)
                .map(Scorer::score)
                .invoke(tally::count)
                .map(verdict -> VerdictRow.of(run.id(), verdict, Instant.now().truncatedTo(ChronoUnit.MICROS)))
                .onFailure()
                .invoke(failure -> LOG.errorf(failure, "verdict not scored run=%s", run.id()))
                .onFailure()
                .recoverWithNull()
                .chain(row -> row == null ? Uni.createFrom().voidItem() : session.insert(row));
    }
}
