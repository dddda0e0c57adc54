package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.sse.FrameBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Maps finish reasons.
final class ChatFinish {
    /// Reasons for an incomplete answer: OpenRouter's and vLLM's.
    private static final Set<String> GIVEN_UP = Set.of("error", "abort");

    /// Z.ai's reason, and Anthropic's.
    private static final String CONTEXT_EXCEEDED = "model_context_window_exceeded";

    private ChatFinish() {}

    public static String reason(FinishReason reason) {
        return switch (reason) {
            case STOP -> "stop";
            case LENGTH -> "length";
            case TOOL_CALLS -> "tool_calls";
            case CONTENT_FILTER -> "content_filter";
        };
    }

    /// The meaning of a backend's finish reason; an unknown one ends a turn normally.
    public static FinishReason reason(String word) {
        return switch (word) {
            case "length", "max_tokens" -> FinishReason.LENGTH;
            case "tool_calls", "function_call" -> FinishReason.TOOL_CALLS;
            case "content_filter", "sensitive" -> FinishReason.CONTENT_FILTER;
            default -> FinishReason.STOP;
        };
    }

    /// Why an answer ended: what a server says of calls is corrected by the calls. Without a call no tool is used, with
    /// one it is; arguments that broke off were cut at a limit.
    /// @param calls number of calls
    /// @param isCut whether arguments broke off
    static FinishReason of(FinishReason said, int calls, boolean isCut) {
        return switch (said) {
            case LENGTH, CONTENT_FILTER -> said;
            case STOP, TOOL_CALLS -> {
                if (isCut) {
                    yield FinishReason.LENGTH;
                }
                yield calls > 0 ? FinishReason.TOOL_CALLS : FinishReason.STOP;
            }
        };
    }

    /// The stop sequence that ended a choice: vLLM's `stop_reason`, SGLang's `matched_stop`. If a token of
    /// the model ended it, they report its id, or a marker such as `<|user|>`.
    static Optional<String> stopSequence(JsonNode choice) {
        for (String field : List.of("stop_reason", "matched_stop")) {
            String sequence =
                    choice.path(field).isTextual() ? choice.path(field).textValue() : "";
            if (!sequence.isEmpty() && !sequence.startsWith("<|")) {
                return Optional.of(sequence);
            }
        }
        return Optional.empty();
    }

    /// The error for a finish reason of an incomplete answer.
    static Optional<Failure> givenUp(String word) {
        if (word.equals(CONTEXT_EXCEEDED)) {
            return Optional.of(Failure.of(
                    FailureKind.CONTEXT_OVERFLOW,
                    "The conversation and its answer exceed the model's context: /choices/0/finish_reason is " + word
                            + "."));
        }
        return GIVEN_UP.contains(word)
                ? Optional.of(Failure.of(
                        FailureKind.BACKEND,
                        "The backend aborted the answer: /choices/0/finish_reason is " + word
                                + "; an end was expected."))
                : Optional.empty();
    }

    /// The origin fields of an answer in the form of OpenRouter, whose SDKs refuse one without; else nothing.
    /// Source: OpenRouter, API reference, `ChatResponse`.
    static String provider(ReasoningField field) {
        return field == ReasoningField.REASONING_DETAILS
                ? ",\"provider\":\"throughline\",\"system_fingerprint\":null"
                : "";
    }

    /// The same of the end of a choice.
    static String nativeReason(ReasoningField field, FinishReason reason) {
        return field == ReasoningField.REASONING_DETAILS ? ",\"native_finish_reason\":\"" + reason(reason) + '"' : "";
    }

    static void usage(Usage usage, FrameBuffer out) {
        out.raw("{\"prompt_tokens\":").number(usage.inputTokens());
        out.raw(",\"completion_tokens\":").number(usage.outputTokens());
        out.raw(",\"total_tokens\":").number((long) usage.inputTokens() + usage.outputTokens());
        out.raw(",\"prompt_tokens_details\":{\"cached_tokens\":").number(usage.cachedTokens());
        if (usage.cacheWriteTokens() > 0) {
            out.raw(",\"cache_write_tokens\":").number(usage.cacheWriteTokens());
        }
        out.raw("},\"completion_tokens_details\":{\"reasoning_tokens\":")
                .number(usage.reasoningTokens())
                .raw("}}");
    }
}
