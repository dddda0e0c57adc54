package dev.throughline.run.prompt.prefix;

import dev.throughline.backend.Backends;
import dev.throughline.run.ExchangeEnd;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.RunId;
import dev.throughline.run.SelectedBackend;
import dev.throughline.run.exchange.ExchangeEndObserver;
import dev.throughline.run.exchange.ExchangeStore;
import dev.throughline.trace.RequestKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Measures in the background what requests lose of a prefix cache: one exchange after the other, on a
/// worker thread, from what is recorded. An exchange that finds the queue full, or whose prompt is too
/// long, is counted as skipped.
@ApplicationScoped
class PrefixMeter implements ExchangeEndObserver {
    private static final String BACKEND = "backend";
    private static final String REASON = "reason";
    private static final String STUB = "stub";
    private static final String OTHER = "other";

    private final PrefixConfig config;
    private final ExchangeStore exchangeStore;
    private final RecordedPrefixComparer prefixes;
    private final Backends backends;
    private final Queue<Ended> queue = new ConcurrentLinkedQueue<>();
    /// Exchanges in the queue and the one being compared.
    private final AtomicInteger waiting = new AtomicInteger();

    private final MeterProvider<Counter> compared;
    private final MeterProvider<Counter> losses;
    private final MeterProvider<Counter> wasted;
    private final MeterProvider<Counter> skipped;

    private record Ended(RunId run, int number) {}

    PrefixMeter(
            PrefixConfig config,
            ExchangeStore exchangeStore,
            RecordedPrefixComparer prefixes,
            Backends backends,
            MeterRegistry registry) {
        this.config = config;
        this.exchangeStore = exchangeStore;
        this.prefixes = prefixes;
        this.backends = backends;
        this.compared = counter(
                registry, "throughline.prefix.compared", "Requests whose prompt was compared with the previous one.");
        this.losses = counter(registry, "throughline.prefix.losses", "Requests that lost a prefix, by cause.");
        this.wasted = counter(
                registry, "throughline.prefix.wasted.tokens", "Tokens recomputed that a cache could have served.");
        this.skipped = counter(registry, "throughline.prefix.skipped", "Requests that were not compared, by reason.");
    }

    private static MeterProvider<Counter> counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).withRegistry(registry);
    }

    @Override
    public void ended(RunId run, int number) {
        if (!config.metric()) {
            return;
        }
        if (waiting.get() >= config.metricQueue()) {
            skip("queue-full");
            return;
        }
        queue.add(new Ended(run, number));
        if (waiting.getAndIncrement() == 0) {
            next();
        }
    }

    /// Compares the next exchange.
    private void next() {
        Ended ended = queue.poll();
        if (ended == null) {
            throw new IllegalStateException("each exchange is in the queue before it is counted");
        }
        exchangeStore
                .alone(ended.run(), ended.number())
                .flatMap(this::step)
                .onItemOrFailure()
                .invoke((step, failure) -> {
                    if (failure != null) {
                        skip(PrefixPass.isExpected(failure) ? "not-rendered" : "failed");
                    } else {
                        step.ifPresent(this::count);
                    }
                })
                .onItemOrFailure()
                .transform((_, _) -> waiting.decrementAndGet())
                .subscribe()
                .with(left -> {
                    if (left > 0) {
                        next();
                    }
                });
    }

    private Uni<Optional<RecordedStep>> step(Optional<RecordedExchange> found) {
        Optional<RecordedExchange> continuing = found.filter(
                        exchange -> exchange.trace().facts().kind() == RequestKind.MAIN)
                .filter(exchange -> exchange.trace().link().parent().isPresent());
        if (continuing.isEmpty()) {
            return Uni.createFrom().item(Optional.empty());
        }
        int tokens = continuing
                .flatMap(RecordedExchange::end)
                .map(ExchangeEnd::usage)
                .map(usage -> usage.inputTokens())
                .orElse(0);
        if (tokens > config.metricMaxTokens()) {
            skip("too-long");
            return Uni.createFrom().item(Optional.empty());
        }
        return prefixes.step(continuing.get(), Optional.empty(), new LatestPrompts());
    }

    private void count(RecordedStep step) {
        Tags place = Tags.of(BACKEND, backend(step.prompt().exchange()));
        compared.withTags(place).increment();
        StepLoss.ofPrompt(step).ifPresent(loss -> count(place, loss));
        StepLoss.ofServer(step).ifPresent(loss -> count(place, loss));
    }

    private void count(Tags place, StepLoss loss) {
        Tags tags = place.and("cause", loss.cause().name());
        losses.withTags(tags).increment();
        wasted.withTags(tags).increment(loss.tokens());
    }

    private String backend(RecordedExchange exchange) {
        return exchange.backend()
                .map(SelectedBackend::name)
                .map(name -> backends.names().contains(name) ? name : OTHER)
                .orElse(STUB);
    }

    private void skip(String reason) {
        skipped.withTags(Tags.of(REASON, reason)).increment();
    }
}
