package dev.throughline.wire.responses;

import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.ReasoningDetailsBuilder;
import java.util.function.Consumer;

/// Emits the events of one answer and tracks what was emitted. Empty pieces emit no event.
final class ResponsesAnswerEvents {
    private final Consumer<ReasoningDetailsBuilder.Origin> origins;
    private Consumer<? super StreamEvent> out = _ -> {};
    private boolean isStarted;
    private boolean hasReasoning;
    private boolean isInReasoning;
    private boolean hasText;
    private int calls;
    private boolean isInCall;
    private int count;

    /// @param origins receives where the reasoning of the following events is
    ResponsesAnswerEvents(Consumer<ReasoningDetailsBuilder.Origin> origins) {
        this.origins = origins;
    }

    /// Where the reasoning of the following events is.
    void from(ReasoningDetailsBuilder.Origin origin) {
        origins.accept(origin);
    }

    /// Receives the following events.
    void into(Consumer<? super StreamEvent> receiver) {
        out = receiver;
    }

    /// Begins the answer, unless it has begun.
    void start(String model) {
        if (!isStarted) {
            isStarted = true;
            out.accept(new Start(model));
        }
    }

    boolean isStarted() {
        return isStarted;
    }

    void reasoning(String piece) {
        if (!piece.isEmpty()) {
            hasReasoning = true;
            emit(new ReasoningDelta(piece));
            isInReasoning = true;
        }
    }

    /// Keeps the next reasoning apart from an unsigned block right before it: an empty signature ends that.
    void newReasoning() {
        if (isInReasoning) {
            signature("");
        }
    }

    void signature(String signature) {
        emit(new ReasoningSignature(signature));
    }

    void redacted(String encrypted) {
        hasReasoning = true;
        emit(new RedactedReasoning(encrypted));
    }

    void text(String piece) {
        if (!piece.isEmpty()) {
            hasText = true;
            emit(new TextDelta(piece));
        }
    }

    /// Begins a call.
    /// @return its index among the answer's calls
    int call(String id, String name) {
        int index = calls++;
        isInCall = true;
        emit(new ToolCallStart(index, id.isEmpty() ? "call_" + index : id, name));
        return index;
    }

    void arguments(int index, String fragment) {
        if (!fragment.isEmpty()) {
            emit(new ToolCallArgs(index, fragment));
        }
    }

    void callEnd(int index) {
        isInCall = false;
        emit(new ToolCallEnd(index));
    }

    /// Token usage, unless it is empty: some backends write zeros instead of counting. It is not allowed
    /// inside a failed call.
    void usage(Usage usage) {
        if (isInCall) {
            return;
        }
        if (usage.inputTokens() != 0
                || usage.outputTokens() != 0
                || !usage.refused().isEmpty()) {
            emit(usage);
        }
    }

    void finish(FinishReason reason) {
        emit(new StreamEvent.Finish(reason));
    }

    boolean hasReasoning() {
        return hasReasoning;
    }

    boolean hasText() {
        return hasText;
    }

    boolean hasCalls() {
        return calls > 0;
    }

    /// Number of events emitted so far: unchanged means that nothing was emitted in between.
    int count() {
        return count;
    }

    private void emit(StreamEvent event) {
        start("");
        count++;
        isInReasoning = false;
        out.accept(event);
    }
}
