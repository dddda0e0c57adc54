package dev.throughline.store;

import dev.throughline.store.DatabaseProgress.DatabaseSilentException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/// Work that many requests have for the database at the same time. Requests that come while others of the same kind
/// are being served are served together next: the busier the database, the larger the groups. A request that comes
/// alone waits for nothing, and none waits long for a group that is not answered: its connection may be lost.
///
/// Where requests can grow while they wait, complete ones go first, and the others once they have waited a little.
///
/// Thread-safe; a result is delivered on the caller's Vert.x context, if it has one.
///
/// @param <K> the kind of a request
/// @param <T> what is asked for
/// @param <R> the answer to one request
public final class GroupedWork<K, T, R> {
    /// After which the next group is served beside one that has no answer yet.
    private static final Duration SLOW = Duration.ofSeconds(1);

    private final int most;
    private final DatabaseProgress progress;
    private final Duration longest;
    private final Duration patience;
    private final Predicate<? super T> isComplete;
    private final Server<K, T, R> server;
    /// Waiting work by kind; an entry for each kind of which a group is being served.
    private final Map<K, Deque<Request<T, R>>> waiting = new HashMap<>();

    /// @param most requests in a group
    /// @param longest a request fails whose turn comes after as long a time in which the database completed nothing
    public GroupedWork(int most, DatabaseProgress progress, Duration longest, Server<K, T, R> server) {
        this(most, progress, longest, Duration.ZERO, _ -> true, server);
    }

    /// @param patience for which a request that may grow lets complete ones go first
    /// @param isComplete whether a request will not grow any more; called under a lock, from any thread
    public GroupedWork(
            int most,
            DatabaseProgress progress,
            Duration longest,
            Duration patience,
            Predicate<? super T> isComplete,
            Server<K, T, R> server) {
        this.most = most;
        this.progress = progress;
        this.longest = longest;
        this.patience = patience;
        this.isComplete = isComplete;
        this.server = server;
    }

    /// Serves groups.
    @FunctionalInterface
    public interface Server<K, T, R> {
        /// Completes the result of each request.
        /// @return completes when the next group may be served
        Future<?> serve(K kind, List<Request<T, R>> group);
    }

    /// One request.
    /// @param sinceNanos when it came, by `System.nanoTime`
    public record Request<T, R>(T value, long sinceNanos, Promise<R> result) {}

    public Future<R> ask(K kind, T value) {
        var request = new Request<T, R>(value, System.nanoTime(), promise());
        synchronized (waiting) {
            Deque<Request<T, R>> others = waiting.get(kind);
            if (others != null) {
                others.add(request);
                return request.result().future();
            }
            waiting.put(kind, new ArrayDeque<>());
        }
        serve(kind, List.of(request));
        return request.result().future();
    }

    // Its listeners are called on the context of the caller.
    private static <R> Promise<R> promise() {
        Context current = Vertx.currentContext();
        return current == null ? Promise.promise() : ((ContextInternal) current).promise();
    }

    private void serve(K kind, List<Request<T, R>> group) {
        server.serve(kind, group)
                .timeout(SLOW.toMillis(), TimeUnit.MILLISECONDS)
                .onComplete(_ -> onEventLoop(() -> next(kind)));
    }

    // Not on the context of the request that was served: it would live on as long as there are others.
    private static void onEventLoop(Runnable next) {
        Context current = Vertx.currentContext();
        if (current instanceof ContextInternal duplicate && duplicate.isDuplicate()) {
            duplicate.unwrap().runOnContext(_ -> next.run());
        } else {
            next.run();
        }
    }

    private void next(K kind) {
        List<Request<T, R>> late = new ArrayList<>();
        List<Request<T, R>> group = new ArrayList<>();
        synchronized (waiting) {
            Deque<Request<T, R>> all = waiting.getOrDefault(kind, new ArrayDeque<>());
            all.removeIf(request -> progress.isSilentSince(request.sinceNanos(), longest) && late.add(request));
            move(all, request -> isComplete.test(request.value()) || hasWaited(request, patience), group);
            if (group.isEmpty()) {
                move(all, _ -> true, group);
            }
            if (group.isEmpty()) {
                waiting.remove(kind);
            }
        }
        late.forEach(request -> request.result().fail(new DatabaseSilentException(longest)));
        if (!group.isEmpty()) {
            serve(kind, group);
        }
    }

    private void move(Deque<Request<T, R>> all, Predicate<Request<T, R>> isNext, List<Request<T, R>> group) {
        Iterator<Request<T, R>> others = all.iterator();
        while (others.hasNext() && group.size() < most) {
            Request<T, R> request = others.next();
            if (isNext.test(request)) {
                others.remove();
                group.add(request);
            }
        }
    }

    private static boolean hasWaited(Request<?, ?> request, Duration time) {
        return System.nanoTime() - request.sinceNanos() >= time.toNanos();
    }
}
