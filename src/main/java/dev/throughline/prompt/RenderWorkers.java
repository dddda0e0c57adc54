package dev.throughline.prompt;

import dev.throughline.access.KeyId;
import dev.throughline.render.jinja.RenderWork;
import dev.throughline.rest.Problem;
import dev.throughline.rest.ProblemType;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
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

    /// Callers without a key may share an address, as those behind a proxy do.
    private static final int MOST_WITHOUT_KEY = Runtime.getRuntime().availableProcessors();

    private static final Problem ONE_AT_A_TIME = Problem.of(
            ProblemType.LIMIT_REACHED, "A prompt of this key is being rendered; send the next when it is answered.");
    private static final Problem MOST_AT_A_TIME = Problem.of(
            ProblemType.LIMIT_REACHED,
            "Prompts of this address being rendered: " + MOST_WITHOUT_KEY
                    + ", which is the most without a key; send the next when one is answered.");

    private final ThreadPoolExecutor pool;
    /// How many prompts are being rendered for a key, or for an address without one.
    private final Map<String, Integer> busy = new ConcurrentHashMap<>();
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

    /// The same for a request. A key may have one at a time, an address without a key as many as there are processors:
    /// more is refused with 429.
    ///
    /// @param network that the request came from
    public <T> Uni<T> run(Optional<KeyId> key, String network, Supplier<T> work) {
        return key.map(owner -> limited("key " + owner.value(), 1, ONE_AT_A_TIME, work))
                .orElseGet(() -> limited(network, MOST_WITHOUT_KEY, MOST_AT_A_TIME, work));
    }

    private <T> Uni<T> limited(String owner, int most, Problem refusal, Supplier<T> work) {
        return Uni.createFrom().deferred(() -> {
            if (busy.merge(owner, 1, Integer::sum) > most) {
                release(owner);
                return Uni.createFrom().<T>failure(refusal.exception());
            }
            return run(work).onTermination().invoke(() -> release(owner));
        });
    }

    private void release(String owner) {
        busy.computeIfPresent(owner, (_, count) -> count == 1 ? null : count - 1);
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
