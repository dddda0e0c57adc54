package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.TokenCountReader;
import java.util.Optional;
import java.util.function.Consumer;

/// Collects why an answer ended and its token usage. Counts are running totals: a later one replaces an
/// earlier one, a missing one does not.
final class AnthropicAnswerEnd {
    private final TokenCountReader counts = new TokenCountReader();
    private String stopReason = "";
    private Optional<String> stopSequence = Optional.empty();
    private int freshTokens;
    private int cacheReadTokens;
    private int cacheCreationTokens;
    private int outputTokens;
    private boolean isCounted;

    public void stopReason(JsonNode reason) {
        stopReason = reason.isTextual() ? reason.textValue() : stopReason;
    }

    void stopSequence(JsonNode sequence) {
        stopSequence = sequence.isTextual() ? Optional.of(sequence.textValue()) : stopSequence;
    }

    void usage(JsonNode usage) {
        isCounted |= usage.isObject();
        freshTokens = count(usage, "input_tokens", freshTokens);
        cacheReadTokens = count(usage, "cache_read_input_tokens", cacheReadTokens);
        cacheCreationTokens = count(usage, "cache_creation_input_tokens", cacheCreationTokens);
        outputTokens = count(usage, "output_tokens", outputTokens);
    }

    /// The last events of the answer.
    void emit(int calls, Consumer<? super StreamEvent> out) {
        counted().ifPresent(out);
        out.accept(new Finish(reason(calls), stopSequence));
    }

    /// The usage so far. The dialect does not report reasoning tokens.
    Optional<Usage> counted() {
        int inputTokens = counts.sum("input_tokens", freshTokens, cacheReadTokens, cacheCreationTokens);
        return isCounted
                ? Optional.of(
                        new Usage(inputTokens, outputTokens, cacheReadTokens, 0, cacheCreationTokens, counts.refused()))
                : Optional.empty();
    }

    /// An unknown or missing reason means that the answer is complete, or, with calls, that they are to be
    /// run.
    public FinishReason reason(int calls) {
        return switch (stopReason) {
            case "end_turn", "stop_sequence", "pause_turn" -> FinishReason.STOP;
            case "max_tokens", "model_context_window_exceeded" -> FinishReason.LENGTH;
            case "tool_use" -> FinishReason.TOOL_CALLS;
            case "refusal" -> FinishReason.CONTENT_FILTER;
            default -> calls > 0 ? FinishReason.TOOL_CALLS : FinishReason.STOP;
        };
    }

    private int count(JsonNode usage, String field, int before) {
        return counts.read(usage.path(field), field, before);
    }
}
