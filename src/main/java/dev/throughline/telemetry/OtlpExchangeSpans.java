package dev.throughline.telemetry;

import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Usage;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.util.List;
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

    /// The attributes of an inference span. Source: OpenTelemetry GenAI conventions, span
    /// `gen_ai.inference.client` (of 2026, in development). Messages, instructions, tool definitions and
    /// conversation ids are optional there and never set here.
    private static final class InferenceAttributes {
        private static final AttributeKey<List<String>> FINISH_REASONS =
                AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");
        private static final int LONGEST = 100;

        private InferenceAttributes() {}

        static void set(Span span, CompletedExchange exchange) {
            span.setAttribute("gen_ai.operation.name", "chat");
            span.setAttribute("gen_ai.provider.name", exchange.provider());
            span.setAttribute("gen_ai.request.model", printable(exchange.model()));
            if (exchange.isStream()) {
                span.setAttribute("gen_ai.request.stream", true);
                exchange.timing()
                        .firstToken()
                        .ifPresent(
                                time -> span.setAttribute("gen_ai.response.time_to_first_chunk", time.toNanos() / 1e9));
            }
            exchange.answeredBy().ifPresent(model -> span.setAttribute("gen_ai.response.model", printable(model)));
            exchange.finishReason().ifPresent(reason -> span.setAttribute(FINISH_REASONS, List.of(word(reason))));
            exchange.backend().ifPresent(backendPeer -> {
                span.setAttribute("server.address", backendPeer.host());
                span.setAttribute("server.port", backendPeer.port());
                span.setAttribute("throughline.backend", backendPeer.name());
            });
            exchange.errorType().ifPresent(type -> span.setAttribute("error.type", type));
            usage(span, exchange.end().usage());
        }

        private static void usage(Span span, Usage usage) {
            counted(span, "gen_ai.usage.input_tokens", usage.inputTokens());
            counted(span, "gen_ai.usage.output_tokens", usage.outputTokens());
            counted(span, "gen_ai.usage.cache_read.input_tokens", usage.cachedTokens());
            counted(span, "gen_ai.usage.reasoning.output_tokens", usage.reasoningTokens());
        }

        private static void counted(Span span, String name, int count) {
            if (count > 0) {
                span.setAttribute(name, count);
            }
        }

        private static String word(FinishReason reason) {
            return switch (reason) {
                case STOP -> "stop";
                case LENGTH -> "length";
                case TOOL_CALLS -> "tool_calls";
                case CONTENT_FILTER -> "content_filter";
            };
        }

        /// A model's name without control characters, shortened, since clients may send any text.
        private static String printable(String name) {
            String shown = name.length() <= LONGEST ? name : name.substring(0, LONGEST);
            return shown.replaceAll("[^\\x20-\\x7E]", "?");
        }
    }
}
