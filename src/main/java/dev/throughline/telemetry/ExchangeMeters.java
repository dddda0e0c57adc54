package dev.throughline.telemetry;

import dev.throughline.run.RecordedAnomaly;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.text.KebabCase;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter.MeterProvider;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.DoubleStream;

/// The metrics of exchanges, each counted once, at its end. Metrics that begin with `gen_ai` follow the names, units
/// and tags of the OpenTelemetry GenAI conventions (of 2026, in development); all others begin with `throughline`.
@Singleton
class ExchangeMeters {
    /// Buckets of `gen_ai.server.request.duration` and `gen_ai.client.operation.duration`.
    private static final Duration[] REQUEST =
            seconds(0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92);

    private final ModelTagLimiter models;
    private final MeterProvider<Counter> exchanges;
    private final MeterProvider<Counter> tokens;
    private final MeterProvider<Counter> anomalies;
    private final MeterProvider<Counter> preservation;
    private final MeterProvider<Counter> repairs;
    private final MeterProvider<Counter> dropped;
    private final MeterProvider<Timer> added;
    private final MeterProvider<Timer> requests;
    private final MeterProvider<Timer> firstToken;
    private final MeterProvider<Timer> perToken;
    private final MeterProvider<DistributionSummary> usage;

    ExchangeMeters(MeterRegistry registry, TelemetryConfig config) {
        this.models = new ModelTagLimiter(config.maxModels());
        this.exchanges = counter(registry, "throughline.exchanges", "Completed exchanges.");
        this.tokens = counter(registry, "throughline.tokens", "Tokens as the backends counted them.");
        this.anomalies = counter(registry, "throughline.anomalies", "Anomalies of answers, repaired or omitted.");
        this.preservation = counter(
                registry,
                "throughline.preservation",
                "Requests by what they did with the reasoning of earlier answers.");
        this.repairs =
                counter(registry, "throughline.repairs", "Messages of histories in which reasoning was restored.");
        this.dropped = counter(registry, "throughline.dropped.fields", "Fields of requests dropped in a translation.");
        this.added = timer(
                registry,
                "throughline.added.latency",
                "Latency added by this service: from the complete request to the backend's, and from an answer's last"
                        + " event to its commit.",
                ADDED);
        this.requests = timer(
                registry, "gen_ai.server.request.duration", "Time from the request to the end of its answer.", REQUEST);
        this.firstToken = timer(
                registry,
                "gen_ai.server.time_to_first_token",
                "Time from the request to the first token of a successful stream.",
                FIRST_TOKEN);
        this.perToken = timer(
                registry,
                "gen_ai.server.time_per_output_token",
                "Time per output token after the first one of a successful stream.",
                PER_TOKEN);
        this.usage = DistributionSummary.builder("gen_ai.client.token.usage")
                .description("Input and output tokens of a request to a backend.")
                .baseUnit("tokens")
                .serviceLevelObjectives(TOKENS)
                .withRegistry(registry);
    }

    private static MeterProvider<Counter> counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).withRegistry(registry);
    }

    private static MeterProvider<Timer> timer(
            MeterRegistry registry, String name, String description, Duration[] buckets) {
        return Timer.builder(name)
                .description(description)
                .serviceLevelObjectives(buckets)
                .withRegistry(registry);
    }

    /// The tag for a model.
    String model(CompletedExchange exchange) {
        return models.tag(exchange.model(), exchange.isModelKnown());
    }

    void count(CompletedExchange exchange) {
        Tags place = Tags.of("mode", exchange.mode(), "backend", exchange.backendName());
        count(exchange, place);
        added(exchange, place);
        generation(exchange);
    }

    private void count(CompletedExchange exchange, Tags place) {
        exchanges
                .withTags(place.and(
                        "dialect", exchange.dialect().id(),
                        "stream", Boolean.toString(exchange.isStream()),
                        "outcome", exchange.outcome()))
                .increment();
        preservation
                .withTags(place.and(
                        "client", exchange.client(),
                        "dialect", exchange.dialect().id(),
                        "result", KebabCase.of(exchange.preservation())))
                .increment();
        if (exchange.repairs() > 0) {
            repairs.withTags(place).increment(exchange.repairs());
        }
        for (String field : exchange.dropped()) {
            dropped.withTags(place.and(
                            "dialect",
                            exchange.dialect().id(),
                            "backend_dialect",
                            exchange.backend()
                                    .map(backendPeer -> backendPeer.dialect().id())
                                    .orElse("none"),
                            "field",
                            field))
                    .increment();
        }
        for (RecordedAnomaly anomaly : exchange.end().produced().anomalies()) {
            anomalies.withTags(place.and("kind", anomaly.kind())).increment();
        }
        Usage counted = exchange.end().usage();
        tokens(place, "input", counted.inputTokens());
        tokens(place, "output", counted.outputTokens());
        tokens(place, "cached", counted.cachedTokens());
        tokens(place, "reasoning", counted.reasoningTokens());
    }

    private void tokens(Tags place, String kind, int count) {
        if (count > 0) {
            tokens.withTags(place.and("kind", kind)).increment(count);
        }
    }

    private void added(CompletedExchange exchange, Tags place) {
        CompletedExchange.Timing timing = exchange.timing();
        timing.asked()
                .ifPresent(time -> added.withTags(place.and("phase", "request")).record(time));
        timing.commitWait()
                .ifPresent(time -> added.withTags(place.and("phase", "commit")).record(time));
    }

    private void generation(CompletedExchange exchange) {
        Tags model = Tags.of(
                "gen_ai.operation.name", "chat",
                "gen_ai.provider.name", exchange.provider(),
                "gen_ai.request.model", model(exchange));
        requests.withTags(model.and("error.type", exchange.errorType().orElse("")))
                .record(exchange.timing().total());
        if (exchange.isComplete() && exchange.isStream()) {
            pace(exchange, model);
        }
        if (exchange.backend().isPresent()) {
            Usage counted = exchange.end().usage();
            usage(model, "input", counted.inputTokens());
            usage(model, "output", counted.outputTokens());
        }
    }

    private void pace(CompletedExchange exchange, Tags model) {
        Optional<Duration> first = exchange.timing().firstToken();
        Optional<Duration> last = exchange.timing().terminal();
        first.ifPresent(time -> firstToken.withTags(model).record(time));
        int rest = exchange.end().usage().outputTokens() - 1;
        if (first.isPresent() && last.isPresent() && rest > 0) {
            perToken.withTags(model).record(last.get().minus(first.get()).dividedBy(rest));
        }
    }

    private void usage(Tags model, String type, int count) {
        if (count > 0) {
            usage.withTags(model.and("gen_ai.token.type", type)).record(count);
        }
    }

    /// Buckets of `gen_ai.server.time_to_first_token`.
    private static final Duration[] FIRST_TOKEN =
            seconds(0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0);

    /// Buckets of `gen_ai.server.time_per_output_token`.
    private static final Duration[] PER_TOKEN =
            seconds(0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0, 2.5);

    /// For metrics specific to this service.
    private static final Duration[] ADDED =
            seconds(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0);

    /// Buckets of `gen_ai.client.token.usage`. Unit: tokens.
    private static final double[] TOKENS = {1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304};

    private static Duration[] seconds(double... limits) {
        return DoubleStream.of(limits)
                .mapToObj(limit -> Duration.ofNanos(Math.round(limit * 1e9)))
                .toArray(Duration[]::new);
    }
}
