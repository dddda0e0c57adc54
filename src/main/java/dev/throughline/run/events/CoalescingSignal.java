package dev.throughline.run.events;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import org.jspecify.annotations.Nullable;

/// Says to one who waits that there may be something new. Raised often before it is waited for, it counts once; a fresh
/// one is raised. Safe from any thread.
final class CoalescingSignal {
    // guarded by this
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

    /// Completes when it is raised, and lowers it; one at a time.
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
