package dev.throughline.wire.anthropic;

import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.Optional;

/// Formats an answer's stop reason and usage. Input tokens exclude those read from a cache and written to one.
final class AnthropicUsage {
    private AnthropicUsage() {}

    public static String stopReason(FinishReason reason) {
        return switch (reason) {
            case STOP -> "end_turn";
            case LENGTH -> "max_tokens";
            case TOOL_CALLS -> "tool_use";
            case CONTENT_FILTER -> "refusal";
        };
    }

    /// `stop_reason` and `stop_sequence`.
    static void stop(Finish finish, FrameBuffer out) {
        Optional<String> sequence = finish.reason() == FinishReason.STOP ? finish.stopSequence() : Optional.empty();
        out.raw("\"stop_reason\":").json(sequence.isPresent() ? "stop_sequence" : stopReason(finish.reason()));
        out.raw(",\"stop_sequence\":");
        sequence.ifPresentOrElse(out::json, () -> out.raw("null"));
    }

    static void write(Usage usage, FrameBuffer out) {
        out.raw("{\"input_tokens\":")
                .number(Math.max(0, usage.inputTokens() - usage.cachedTokens() - usage.cacheWriteTokens()));
        out.raw(",\"cache_creation_input_tokens\":").number(usage.cacheWriteTokens());
        out.raw(",\"cache_read_input_tokens\":").number(usage.cachedTokens());
        out.raw(",\"output_tokens\":").number(usage.outputTokens()).raw("}");
    }
}
