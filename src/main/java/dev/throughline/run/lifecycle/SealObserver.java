package dev.throughline.run.lifecycle;

import dev.throughline.run.SealedRun;
import io.smallrye.mutiny.Uni;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Is told of every run that is sealed, in the transaction that seals it, after its verdict was stored.
///
/// Its failure is logged and undoes what it wrote; the run is sealed all the same, in another transaction.
public interface SealObserver {
    /// @param session of the transaction; to be used by one statement at a time
    Uni<Void> sealed(StatelessSession session, SealedRun sealed);
}
