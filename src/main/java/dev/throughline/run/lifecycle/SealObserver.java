package dev.throughline.run.lifecycle;

import dev.throughline.run.SealedRun;
import io.smallrye.mutiny.Uni;
import org.hibernate.reactive.mutiny.Mutiny.StatelessSession;

/// Notified of every run that is sealed, in the sealing transaction, after its verdict was stored.
///
/// A failure is logged and its writes are rolled back; the run is still sealed, in another transaction.
public interface SealObserver {
    /// @param session the session of the transaction; usable by one statement at a time
    Uni<Void> sealed(StatelessSession session, SealedRun sealed);
}
