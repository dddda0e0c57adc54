package dev.throughline.telemetry;

import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Usage;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import java.util.List;

/// The attributes of an inference span. Source: OpenTelemetry GenAI conventions, span
/// `gen_ai.inference.client` (of 2026, in development). Messages, instructions, tool definitions and
/// conversation ids are optional there and never set here.
final class InferenceAttributes {
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
                    .ifPresent(time -> span.setAttribute("gen_ai.response.time_to_first_chunk", time.toNanos() / 1e9));
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
