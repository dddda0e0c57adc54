package dev.throughline.run.lifecycle;

import dev.throughline.run.Run;
import dev.throughline.run.RunId;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;

/// Seals the runs that were opened in this process when it stops (`throughline.runs.seal-at-stop`), so that
/// a check ended by a signal leaves none open.
@ApplicationScoped
class ShutdownRunSealer {
    private static final Logger LOG = Logger.getLogger(ShutdownRunSealer.class);
    private static final String REASON = "the command that opened it was stopped";

    private final boolean isKept;
    private final Set<RunId> opened = ConcurrentHashMap.newKeySet();

    ShutdownRunSealer(RunConfig config) {
        this.isKept = config.sealAtStop();
    }

    void add(Run run) {
        if (isKept) {
            opened.add(run.id());
        }
    }

    /// Seals those that are still open; a failure for one does not affect the others.
    Uni<Void> seal(RunStore runStore) {
        return Multi.createFrom()
                .iterable(Set.copyOf(opened))
                .onItem()
                .transformToUniAndConcatenate(id -> runStore.seal(id, Optional.of(REASON))
                        .replaceWithVoid()
                        .onFailure()
                        .invoke(failure -> LOG.debugf("not sealed run=%s cause=%s", id, failure))
                        .onFailure()
                        .recoverWithNull())
                .collect()
                .last()
                .replaceWithVoid();
    }
}
