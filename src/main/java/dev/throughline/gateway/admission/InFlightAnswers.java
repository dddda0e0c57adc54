package dev.throughline.gateway.admission;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/// The answers in flight in this process. At shutdown they have most of `quarkus.shutdown.timeout` to
/// finish; the remaining ones then end with an error frame in time, so that no connection is simply cut.
///
/// Connections are cut before the service notifies its components of the shutdown: the signal itself is
/// listened to.
@Singleton
public class InFlightAnswers {
    private static final Logger LOG = Logger.getLogger(InFlightAnswers.class);
    /// Time reserved for committing what was sent and for writing the error.
    private static final Duration ENDING = Duration.ofSeconds(3);

    private final Thread atSignal = new Thread(this::end, "answers-under-way");
    private final ConcurrentMap<DialectRequest, Ended> answers = new ConcurrentHashMap<>();
    private final Duration grace;
    private volatile boolean isStopping;
    private volatile boolean isEnding;

    private record Ended(Runnable interruption, CompletableFuture<Void> end) {}

    /// @param timeout what requests have at shutdown
    InFlightAnswers(@ConfigProperty(name = "quarkus.shutdown.timeout", defaultValue = "10S") Duration timeout) {
        Duration most = timeout.minus(ENDING);
        this.grace = most.isNegative() ? Duration.ZERO : most;
    }

    /// Registers an answer until it has ended. One that begins after the others were interrupted is
    /// interrupted at once.
    /// @param interruption ends it with an error, on the event loop of the call
    public void add(DialectRequest dialectRequest, Runnable interruption) {
        var ended = new Ended(interruption, new CompletableFuture<>());
        answers.put(dialectRequest, ended);
        dialectRequest.whenOver(() -> {
            answers.remove(dialectRequest);
            ended.end().complete(null);
        });
        if (isEnding) {
            dialectRequest.loop().runOnContext(_ -> interruption.run());
        }
    }

    void start(@Observes StartupEvent started) {
        Runtime.getRuntime().addShutdownHook(atSignal);
    }

    void stop(@Observes ShutdownEvent stopped) {
        try {
            Runtime.getRuntime().removeShutdownHook(atSignal);
        } catch (IllegalStateException _) {
            // The signal was received.
        }
    }

    /// Whether shutdown has begun: what is in progress may finish, and nothing may begin.
    public boolean isStopping() {
        return isStopping;
    }

    /// Number of answers in flight.
    public int count() {
        return answers.size();
    }

    private void end() {
        isStopping = true;
        if (!areOver(grace)) {
            isEnding = true;
            Map<DialectRequest, Ended> left = Map.copyOf(answers);
            LOG.infof("answers cut off by the shutdown count=%d", left.size());
            left.forEach((dialectRequest, ended) ->
                    dialectRequest.loop().runOnContext(_ -> ended.interruption().run()));
            areOver(ENDING);
        }
    }

    private boolean areOver(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (!answers.isEmpty()) {
                CompletableFuture<?>[] ends =
                        answers.values().stream().map(Ended::end).toArray(CompletableFuture[]::new);
                CompletableFuture.allOf(ends).get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException _) {
            return false;
        }
    }
}
