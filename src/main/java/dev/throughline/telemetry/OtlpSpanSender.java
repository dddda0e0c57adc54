package dev.throughline.telemetry;

import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.vertx.core.MultiMap;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.jspecify.annotations.Nullable;

/// Creates spans and sends them to an OTLP endpoint. Configured like every OpenTelemetry SDK: `otel.*` in
/// the configuration, `OTEL_*` in the environment.
///
/// Sends over HTTP (`http/protobuf`) only. Metrics and logs are exported separately.
final class OtlpSpanSender implements AutoCloseable {
    private static final long FLUSH_SECONDS = 5;
    private static final Map<String, String> DEFAULTS = Map.of(
            "otel.service.name", "throughline",
            "otel.exporter.otlp.protocol", "http/protobuf",
            "otel.metrics.exporter", "none",
            "otel.logs.exporter", "none");
    private static final TextMapGetter<MultiMap> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(MultiMap headers) {
            return headers.names();
        }

        @Override
        public @Nullable String get(@Nullable MultiMap headers, String name) {
            return headers == null ? null : headers.get(name);
        }
    };

    private final OpenTelemetrySdk sdk;
    private final Tracer tracer;

    OtlpSpanSender(Config config) {
        this.sdk = AutoConfiguredOpenTelemetrySdk.builder()
                .addPropertiesSupplier(() -> settings(config))
                .disableShutdownHook()
                .setServiceClassLoader(OtlpSpanSender.class.getClassLoader())
                .build()
                .getOpenTelemetrySdk();
        this.tracer = sdk.getTracer("dev.throughline");
    }

    /// Whether tracing is enabled: an endpoint is configured and the SDK is not disabled.
    static boolean areWanted(Config config) {
        boolean isDisabled =
                config.getOptionalValue("otel.sdk.disabled", Boolean.class).orElse(false);
        return !isDisabled
                && (isSet(config, "otel.exporter.otlp.endpoint")
                        || isSet(config, "otel.exporter.otlp.traces.endpoint"));
    }

    private static boolean isSet(Config config, String name) {
        return config.getOptionalValue(name, String.class)
                .filter(value -> !value.isBlank())
                .isPresent();
    }

    private static Map<String, String> settings(Config config) {
        Map<String, String> settings = new HashMap<>(DEFAULTS);
        StreamSupport.stream(config.getPropertyNames().spliterator(), false)
                .filter(name -> name.startsWith("otel."))
                .forEach(name ->
                        config.getOptionalValue(name, String.class).ifPresent(value -> settings.put(name, value)));
        return settings;
    }

    /// Starts the spans of an exchange.
    /// @param headers of its request; their trace context is the parent
    ExchangeSpans begin(String route, String requestId, Instant received, MultiMap headers) {
        Context parent = W3CTraceContextPropagator.getInstance().extract(Context.root(), headers, HEADERS);
        return new OtlpExchangeSpans(tracer, parent, route, requestId, received);
    }

    /// Sends the remaining spans.
    @Override
    public void close() {
        sdk.shutdown().join(FLUSH_SECONDS, TimeUnit.SECONDS);
    }
}
