package dev.throughline.gateway.admission;

import dev.throughline.run.exchange.SizedWorkExecutor;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A bounded thread pool for work whose duration grows with the request: parsing, decoding, tracing,
/// translating and redacting a large body would block an event loop, and with it every other answer on that
/// loop, for seconds.
///
/// Small requests are processed in place, without a change of thread. The steps of one request run one
/// after the other, so that it never takes more than one worker. The queue needs no limit: every queued
/// body is reserved in the memory budget.
@Singleton
public class RequestWorkers implements SizedWorkExecutor {
    private final long inlineLimit;
    private final ThreadPoolExecutor pool;

    RequestWorkers(GatewaySettings settings) {
        int threads = settings.bodyWorkers().orElseGet(RequestWorkers::processors);
        var count = new AtomicInteger();
        this.inlineLimit = settings.inlineBody().asLongValue();
        this.pool = new ThreadPoolExecutor(
                threads,
                threads,
                1,
                TimeUnit.MINUTES,
                new LinkedBlockingQueue<>(),
                work -> Thread.ofPlatform()
                        .daemon()
                        .name("request-worker-" + count.incrementAndGet())
                        .unstarted(work));
        pool.allowCoreThreadTimeOut(true);
    }

    private static int processors() {
        return Math.max(2, Runtime.getRuntime().availableProcessors());
    }

    /// Whether work of this size runs in the pool.
    public boolean isLarge(long bytes) {
        return bytes > inlineLimit;
    }

    /// Runs a part of a request's work and continues with the result on the request's event loop;
    /// immediately, within this call, if its body is small.
    /// @param work must not touch the response or anything else that belongs to the event loop
    /// @param failed receives what the work threw
    public <T> void run(
            DialectRequest dialectRequest, Callable<T> work, Consumer<? super T> next, Consumer<Throwable> failed) {
        if (isLarge(dialectRequest.requestBytes())) {
            dialectRequest.then(onWorker(work), next, failed);
            return;
        }
        T result;
        try {
            result = work.call();
        } catch (Exception e) {
            failed.accept(e);
            return;
        }
        next.accept(result);
    }

    /// Starts an asynchronous step whose preparation grows with the request.
    public <T> Uni<T> begin(DialectRequest dialectRequest, Supplier<Uni<? extends T>> step) {
        return isLarge(dialectRequest.requestBytes())
                ? Uni.createFrom().deferred(step).runSubscriptionOn(pool)
                : Uni.createFrom().deferred(step);
    }

    @Override
    public <T> Uni<T> work(long bytes, Supplier<T> work) {
        return isLarge(bytes) ? onWorker(work::get) : Uni.createFrom().item(work);
    }

    private <T> Uni<T> onWorker(Callable<T> work) {
        return Uni.createFrom()
                .emitter(result -> pool.execute(() -> {
                    try {
                        result.complete(work.call());
                    } catch (Throwable e) {
                        // Even an error (such as a stack overflow) must not leave the request without a
                        // response.
                        result.fail(e);
                    }
                }));
    }

    void register(@Observes StartupEvent started, MeterRegistry registry) {
        Gauge.builder("throughline.gateway.workers.active", pool, ThreadPoolExecutor::getActiveCount)
                .description("Large requests being processed outside the event loops.")
                .register(registry);
        Gauge.builder(
                        "throughline.gateway.workers.queued",
                        pool,
                        workers -> workers.getQueue().size())
                .description("Steps of large requests waiting for a worker.")
                .register(registry);
    }

    @PreDestroy
    void stop() {
        pool.shutdown();
    }
}
