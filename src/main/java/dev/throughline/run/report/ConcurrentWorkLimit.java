package dev.throughline.run.report;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.Cancellable;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/// Lets a bounded number of pieces of work go on at once, so that connections to the database remain for others; the
/// rest waits in order. Thread-safe.
final class ConcurrentWorkLimit {
    private final int most;
    // Both guarded by this.
    private final Queue<Place<?>> waiting = new ArrayDeque<>();
    private int taken;

    ConcurrentWorkLimit(int most) {
        this.most = most;
    }

    /// The work once there is a place for it, begun on the caller's Vert.x context; who cancels gives the place up.
    <T> Uni<T> in(Uni<T> work) {
        return Uni.createFrom().emitter(result -> {
            var place = new Place<T>(work, result, Vertx.currentContext());
            result.onTermination(() -> left(place));
            if (enters(place)) {
                place.begin();
            }
        });
    }

    private synchronized boolean enters(Place<?> place) {
        if (taken == most) {
            waiting.add(place);
            return false;
        }
        taken++;
        return true;
    }

    private void left(Place<?> place) {
        Place<?> next;
        synchronized (this) {
            if (waiting.remove(place)) {
                return;
            }
            next = waiting.poll();
            if (next == null) {
                taken--;
            }
        }
        place.end();
        if (next != null) {
            next.enter();
        }
    }

    private static final class Place<T> {
        private final Uni<T> work;
        private final UniEmitter<? super T> result;
        private final @Nullable Context context;
        // Guarded by this.
        private @Nullable Cancellable begun;
        private boolean isOver;

        private Place(Uni<T> work, UniEmitter<? super T> result, @Nullable Context context) {
            this.work = work;
            this.result = result;
            this.context = context;
        }

        private void enter() {
            if (context == null) {
                begin();
            } else {
                context.runOnContext(_ -> begin());
            }
        }

        private void begin() {
            synchronized (this) {
                if (isOver) {
                    return;
                }
            }
            Cancellable work = this.work.subscribe().with(result::complete, result::fail);
            synchronized (this) {
                begun = work;
                if (!isOver) {
                    return;
                }
            }
            work.cancel();
        }

        private void end() {
            Cancellable work;
            synchronized (this) {
                isOver = true;
                work = begun;
            }
            if (work != null) {
                work.cancel();
            }
        }
    }
}
