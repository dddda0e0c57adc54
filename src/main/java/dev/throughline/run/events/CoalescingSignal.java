package dev.throughline.run.events;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import org.jspecify.annotations.Nullable;

/// Signals a waiting consumer that there may be something new. Signals raised before it waits are coalesced
/// into one; a new instance is raised. Thread-safe.
final class CoalescingSignal {
    // Guarded by this.
    private boolean isRaised = true;
    private @Nullable UniEmitter<? super Void> waiting;

    void raise() {
        UniEmitter<? super Void> waited;
        synchronized (this) {
            waited = waiting;
            waiting = null;
            isRaised = waited == null;
        }
        if (waited != null) {
            waited.complete(null);
        }
    }

    /// Completes when raised, and lowers the signal; one waiter at a time.
    Uni<Void> next() {
        return Uni.createFrom().<Void>emitter(this::await);
    }

    private void await(UniEmitter<? super Void> emitter) {
        synchronized (this) {
            if (!isRaised) {
                waiting = emitter;
                return;
            }
            isRaised = false;
        }
        emitter.complete(null);
    }
}
