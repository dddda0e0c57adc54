package dev.throughline.run.events;

import dev.throughline.run.RunId;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The readers of each run in this process. Thread-safe.
final class RunSubscribers {
    private final Map<RunId, Set<CoalescingSignal>> signals = new ConcurrentHashMap<>();
    private final Set<CoalescingSignal> overall = ConcurrentHashMap.newKeySet();

    /// @return raised now and whenever the run may have changed
    CoalescingSignal add(RunId run) {
        var coalescingSignal = new CoalescingSignal();
        signals.compute(run, (_, present) -> {
            Set<CoalescingSignal> all = present == null ? ConcurrentHashMap.newKeySet() : present;
            all.add(coalescingSignal);
            return all;
        });
        return coalescingSignal;
    }

    void remove(RunId run, CoalescingSignal coalescingSignal) {
        signals.computeIfPresent(run, (_, present) -> {
            present.remove(coalescingSignal);
            return present.isEmpty() ? null : present;
        });
    }

    void wake(RunId run) {
        signals.getOrDefault(run, Set.of()).forEach(CoalescingSignal::raise);
        overall.forEach(CoalescingSignal::raise);
    }

    void wakeAll() {
        signals.values().forEach(all -> all.forEach(CoalescingSignal::raise));
        overall.forEach(CoalescingSignal::raise);
    }

    /// @return raised now and whenever any run may have changed
    CoalescingSignal addForAll() {
        var coalescingSignal = new CoalescingSignal();
        overall.add(coalescingSignal);
        return coalescingSignal;
    }

    void removeForAll(CoalescingSignal coalescingSignal) {
        overall.remove(coalescingSignal);
    }

    int size() {
        return signals.values().stream().mapToInt(Set::size).sum() + overall.size();
    }

    /// Signals a waiting consumer that there may be something new. Signals raised before it waits are coalesced
    /// into one; a new instance is raised. Thread-safe.
    static final class CoalescingSignal {
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
}
