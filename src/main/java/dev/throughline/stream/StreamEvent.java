package dev.throughline.stream;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// One step of an answer. An answer is `Start`, then any mixture of reasoning, text and calls, then at most
/// one `Usage`, then exactly one terminal event: `Finish` or `Failure`.
///
/// Guarantees: adjacent `ReasoningDelta`s are one reasoning block, ended by a `ReasoningSignature` or by
/// any event of another kind; adjacent `TextDelta`s are one text; a call is `ToolCallStart`,
/// `ToolCallArgs`*, `ToolCallEnd` and calls never overlap. Receivers must not assume that a delta is a
/// token, a word or a whole character sequence of any kind.
public sealed interface StreamEvent {
    /// The model began its answer.
    /// @param model the model's name as the answer states it
    record Start(String model) implements StreamEvent {}

    /// More of the current reasoning block.
    record ReasoningDelta(String text) implements StreamEvent {}

    /// The proof of the preceding reasoning block; ends that block.
    /// @param signature empty if there is no proof and only the block ends, so that the next one is separate
    record ReasoningSignature(String signature) implements StreamEvent {}

    /// A whole opaque reasoning block that only the provider can read.
    /// @param data opaque text that must be returned unchanged
    record RedactedReasoning(String data) implements StreamEvent {}

    /// More of the visible text.
    record TextDelta(String text) implements StreamEvent {}

    /// A call begins.
    /// @param index position among the answer's calls, from 0
    /// @param id call id in the dialect's native form
    record ToolCallStart(int index, String id, String name) implements StreamEvent {}

    /// More of a call's arguments; the concatenation is one JSON object.
    record ToolCallArgs(int index, String fragment) implements StreamEvent {}

    /// The call is complete.
    record ToolCallEnd(int index) implements StreamEvent {}

    /// Token usage as counted by the backend; 0 if it did not count. Input tokens include those read from a cache and
    /// those written to one.
    /// @param refused names of fields whose value is no count of tokens (negative, a fraction, too large):
    ///     they are taken as not counted
    record Usage(
            int inputTokens,
            int outputTokens,
            int cachedTokens,
            int reasoningTokens,
            int cacheWriteTokens,
            List<String> refused)
            implements StreamEvent {
        public Usage {
            refused = List.copyOf(refused);
        }

        /// Usage without invalid counts.
        public Usage(int inputTokens, int outputTokens, int cachedTokens, int reasoningTokens) {
            this(inputTokens, outputTokens, cachedTokens, reasoningTokens, 0, List.of());
        }
    }

    /// The end of the answer; nothing follows.
    sealed interface Terminal extends StreamEvent {}

    /// The answer is complete.
    /// @param stopSequence the request's stop sequence that ended it, if the backend reports it
    record Finish(FinishReason reason, Optional<String> stopSequence) implements Terminal {
        /// An end that was not caused by a stop sequence, or whose cause is unknown.
        public Finish(FinishReason reason) {
            this(reason, Optional.empty());
        }
    }

    /// The answer failed.
    /// @param status HTTP status of the response if nothing has been sent yet
    /// @param message what was expected, what was found and where; safe to show
    /// @param param the location in the request (JSON pointer), if there is one
    /// @param retryAfter when the client may try again
    record Failure(FailureKind kind, int status, String message, Optional<String> param, Optional<Duration> retryAfter)
            implements Terminal {
        /// A failure with its kind's own status and no location.
        public static Failure of(FailureKind kind, String message) {
            return new Failure(kind, kind.status(), message, Optional.empty(), Optional.empty());
        }

        /// The same failure with the location in the request that caused it.
        public Failure at(String pointer) {
            return new Failure(kind, status, message, Optional.of(pointer), retryAfter);
        }

        /// The same failure with a time after which a retry may succeed.
        public Failure retryAfter(Duration delay) {
            return new Failure(kind, status, message, param, Optional.of(delay));
        }
    }

    /// Whether nothing may follow this event.
    default boolean isTerminal() {
        return this instanceof Terminal;
    }
}
