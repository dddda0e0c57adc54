package dev.throughline.prompt;

import dev.throughline.access.KeyId;
import dev.throughline.render.jinja.RenderWork;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// The threads on which prompts are rendered, for requests and exports alike: few, so that hostile templates leave
/// processors and heap to everybody else. What waits for them is bounded; more is refused.
@Singleton
public class RenderWorkers {
    private static final int MOST_THREADS = 4;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final Problem ONE_AT_A_TIME = Problem.of(
            ProblemType.LIMIT_REACHED, "A prompt of this key is being rendered; send the next when it is answered.");

    private final ThreadPoolExecutor pool;
    private final Set<KeyId> busy = ConcurrentHashMap.newKeySet();
    private final Duration time;

    RenderWorkers(RenderConfig config) {
        this.time = config.deadline();
        int threads = config.threads() > 0
                ? config.threads()
                : Math.clamp(Runtime.getRuntime().availableProcessors() / 2, 1, MOST_THREADS);
        this.pool = new ThreadPoolExecutor(
                threads,
                threads,
                1,
                TimeUnit.MINUTES,
                new ArrayBlockingQueue<>(config.waiting()),
                Thread.ofPlatform().daemon().name("render-worker-", 1).factory());
        pool.allowCoreThreadTimeOut(true);
    }

    /// Runs work with all its renderings, which end when the subscription is cancelled, as it is when a client leaves.
    /// Fails with a problem when too much waits, or when its time is over.
    public <T> Uni<T> run(Supplier<T> work) {
        return started(work)
                .onFailure(RejectedExecutionException.class)
                .transform(_ -> Problem.of(
                                ProblemType.OVERLOADED,
                                "Too many prompts wait to be rendered; try again in a few seconds.")
                        .exception())
                .onFailure(RenderWork.StoppedException.class)
                .transform(stopped -> Problem.of(ProblemType.TEMPLATE_FAILED, String.valueOf(stopped.getMessage()))
                        .exception());
    }

    /// The same for a request with a key, which may have only one at a time: more is refused with 429.
    public <T> Uni<T> run(Optional<KeyId> key, Supplier<T> work) {
        return key.map(owner -> Uni.createFrom().deferred(() -> {
                    if (!busy.add(owner)) {
                        return Uni.createFrom().<T>failure(ONE_AT_A_TIME.exception());
                    }
                    return run(work).onTermination().invoke(() -> busy.remove(owner));
                }))
                .orElseGet(() -> run(work));
    }

    /// Runs work for a thread that waits for it, also for a place in the queue: an export goes on later.
    public <T> T await(Supplier<T> work) {
        return started(work)
                .onFailure(RejectedExecutionException.class)
                .retry()
                .withBackOff(Duration.ofMillis(50), Duration.ofSeconds(1))
                .expireIn(PATIENCE.toMillis())
                .await()
                .indefinitely();
    }

    private <T> Uni<T> started(Supplier<T> work) {
        return Uni.createFrom().emitter(result -> {
            var limited = new RenderWork(time);
            Runnable task = () -> {
                try {
                    result.complete(limited.run(work));
                } catch (Throwable e) {
                    // Even an error, such as a stack overflow, must reach the caller that waits.
                    result.fail(e);
                }
            };
            result.onTermination(() -> {
                limited.cancel();
                pool.remove(task);
            });
            try {
                pool.execute(task);
            } catch (RejectedExecutionException e) {
                result.fail(e);
            }
        });
    }

    @PreDestroy
    void stop() {
        pool.shutdownNow();
    }
}
