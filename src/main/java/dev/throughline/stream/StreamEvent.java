package dev.throughline.stream;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// One step of an answer. An answer is `Start`, then any mixture of reasoning, text and calls, then at most one
/// `Usage`,
/// then exactly one terminal: `Finish` or `Failure`.
///
/// Guarantees: adjacent `ReasoningDelta`s are one reasoning block, ended by a `ReasoningSignature` or by any event of
/// another kind; adjacent `TextDelta`s are one text; a call is `ToolCallStart`, `ToolCallArgs`*, `ToolCallEnd` and
/// calls
/// never overlap. Receivers must not assume that a delta is a token, a word or a whole character sequence of any kind.
public sealed interface StreamEvent {

    /// The model began to answer.
    /// @param model the model's name as the answer states it
    record Start(String model) implements StreamEvent {}

    /// More of the current reasoning block.
    record ReasoningDelta(String text) implements StreamEvent {}

    /// Proof over the reasoning block before it; ends that block.
    /// @param signature empty where there is no proof and only the block ends, so that the next one is another
    record ReasoningSignature(String signature) implements StreamEvent {}

    /// A whole reasoning block that only the provider can read.
    /// @param data opaque text that must come back unchanged
    record RedactedReasoning(String data) implements StreamEvent {}

    /// More of the visible text.
    record TextDelta(String text) implements StreamEvent {}

    /// A call begins.
    /// @param index place among the answer's calls, from 0
    /// @param id call id in the dialect's native form
    record ToolCallStart(int index, String id, String name) implements StreamEvent {}

    /// More of a call's arguments; the concatenation is one JSON object.
    record ToolCallArgs(int index, String fragment) implements StreamEvent {}

    /// The call is complete.
    record ToolCallEnd(int index) implements StreamEvent {}

    /// Tokens, as the backend counted them; 0 where it did not.
    /// @param refused names of fields whose value is no count of tokens (negative, a fraction, too large): they are
    ///     taken as not counted
    record Usage(int inputTokens, int outputTokens, int cachedTokens, int reasoningTokens, List<String> refused)
            implements StreamEvent {
        public Usage {
            refused = List.copyOf(refused);
        }

        /// Counts that were all good.
        public Usage(int inputTokens, int outputTokens, int cachedTokens, int reasoningTokens) {
            this(inputTokens, outputTokens, cachedTokens, reasoningTokens, List.of());
        }
    }

    /// The answer is complete.
    /// @param stopSequence the request's stop sequence that ended it, where the backend names it
    record Finish(FinishReason reason, Optional<String> stopSequence) implements StreamEvent {

        /// An end that no stop sequence caused, or of which it is not known.
        public Finish(FinishReason reason) {
            this(reason, Optional.empty());
        }
    }

    /// The answer failed; nothing follows.
    /// @param status HTTP status to answer with while nothing has been sent
    /// @param message what was expected, what was found and where; safe to show
    /// @param param the place in the request (JSON pointer), where there is one
    /// @param retryAfter when the client may try again
    record Failure(FailureKind kind, int status, String message, Optional<String> param, Optional<Duration> retryAfter)
            implements StreamEvent {

        /// A failure with its kind's own status and no place.
        public static Failure of(FailureKind kind, String message) {
            return new Failure(kind, kind.status(), message, Optional.empty(), Optional.empty());
        }

        /// The same failure with the place in the request that caused it.
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
        return this instanceof Finish || this instanceof Failure;
    }
}
