package dev.throughline.telemetry;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// The two spans of an exchange: the received request (SERVER), and below it the inference: the request to
/// a backend (CLIENT), or the stub's own answer (INTERNAL).
final class OtlpExchangeSpans implements ExchangeSpans {
    private final Tracer tracer;
    private final Context context;
    private final Span server;
    private final Instant began;
    private final Instant made = Instant.now();
    private final long madeNanos = System.nanoTime();
    private Span inference = Span.getInvalid();

    /// @param parent the context with the client's trace context, if it sent one
    OtlpExchangeSpans(Tracer tracer, Context parent, String route, String requestId, Instant began) {
        this.tracer = tracer;
        this.began = began;
        this.server = tracer.spanBuilder("POST " + route)
                .setSpanKind(SpanKind.SERVER)
                .setParent(parent)
                .setStartTimestamp(began)
                .setAttribute("http.request.method", "POST")
                .setAttribute("http.route", route)
                .setAttribute("throughline.request.id", requestId)
                .startSpan();
        this.context = parent.with(server);
    }

    @Override
    public void asked(Map<String, String> headers) {
        // Not the wall clock, which may have been set back since the enclosing span began.
        inference = span(SpanKind.CLIENT, made.plusNanos(System.nanoTime() - madeNanos));
        W3CTraceContextPropagator.getInstance().inject(context.with(inference), headers, (map, name, value) -> {
            if (map != null) {
                map.put(name, value);
            }
        });
    }

    @Override
    public Optional<String> id() {
        return Optional.of(server.getSpanContext().getTraceId());
    }

    @Override
    public void over(CompletedExchange exchange, String model) {
        boolean hasStubAnswered = exchange.isStub() && exchange.terminal().isPresent();
        Span asked = hasStubAnswered ? span(SpanKind.INTERNAL, began) : inference;
        asked.updateName("chat " + model);
        InferenceAttributes.set(asked, exchange);
        exchange.errorType().ifPresent(type -> asked.setStatus(StatusCode.ERROR, type));
        asked.end();
        endServer(exchange);
    }

    private void endServer(CompletedExchange exchange) {
        int status = exchange.end().status();
        if (status > 0) {
            server.setAttribute("http.response.status_code", status);
        }
        server.setAttribute("throughline.dialect", exchange.dialect().id());
        server.setAttribute("throughline.mode", exchange.mode());
        server.setAttribute("throughline.outcome", exchange.outcome());
        server.setAttribute("throughline.preservation", exchange.preservation().word());
        server.setAttribute("throughline.repairs", exchange.repairs());
        server.setAttribute(
                "throughline.anomalies", exchange.end().produced().anomalies().size());
        exchange.errorType().ifPresent(type -> {
            server.setAttribute("error.type", type);
            if (isOurs(exchange, status)) {
                server.setStatus(StatusCode.ERROR, type);
            }
        });
        server.end();
    }

    /// A client that disconnects, or sends an invalid request, is not a server error. Source: OpenTelemetry
    /// HTTP conventions, span status.
    private static boolean isOurs(CompletedExchange exchange, int status) {
        return !exchange.outcome().equals("client-gone") && (status < 400 || status >= 500);
    }

    private Span span(SpanKind kind, Instant start) {
        return tracer.spanBuilder("chat")
                .setSpanKind(kind)
                .setParent(context)
                .setStartTimestamp(start)
                .startSpan();
    }
}
