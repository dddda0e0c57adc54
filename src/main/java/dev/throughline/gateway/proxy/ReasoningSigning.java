package dev.throughline.gateway.proxy;

import dev.throughline.stream.EventSink;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/// Adds a proof of ours (`BlockSignature`) to each reasoning block without one from its backend: clients of
/// the Anthropic and Responses dialects drop reasoning that has none.
///
/// Proofs of the backend pass, except for those of recorded `reasoning_details`: the backend gets the
/// details back unchanged, and the client a proof that identifies them. A block of white space only, which
/// need not be returned, and one cut off by a failure get none. One instance per answer; not thread-safe;
/// holds no text.
public final class ReasoningSigning implements EventSink {
    private final Supplier<String> proofs;
    private final BooleanSupplier isRecorded;
    private final EventSink next;
    private boolean isOpen;
    private boolean isVisible;

    /// @param proofs creates a proof for each block
    /// @param isRecorded whether what the backend's proofs belong to is recorded, or nothing that the client speaks
    public ReasoningSigning(Supplier<String> proofs, BooleanSupplier isRecorded, EventSink next) {
        this.proofs = proofs;
        this.isRecorded = isRecorded;
        this.next = next;
    }

    @Override
    public void on(StreamEvent event) {
        switch (event) {
            case ReasoningDelta(String text) -> {
                isOpen = true;
                isVisible = isVisible || !text.isBlank();
                next.on(event);
            }
            case ReasoningSignature(String proof) -> {
                boolean isOurs = !proof.isEmpty() && isRecorded.getAsBoolean();
                if (isOurs) {
                    next.on(new ReasoningSignature(proofs.get()));
                } else if (!proof.isEmpty() || !isUnsigned()) {
                    next.on(event);
                }
                end(proof.isEmpty());
            }
            case RedactedReasoning _
            when isRecorded.getAsBoolean() -> {
                end(true);
                next.on(new RedactedReasoning(proofs.get()));
            }
            case RedactedReasoning _, TextDelta _, ToolCallStart _, Usage _, Finish _ -> {
                end(true);
                next.on(event);
            }
            case Start _, ToolCallArgs _, ToolCallEnd _, Failure _ -> next.on(event);
        }
    }

    private boolean isUnsigned() {
        return isOpen && isVisible;
    }

    /// @param lacksProof whether the backend sent no proof for the block
    private void end(boolean lacksProof) {
        if (lacksProof && isUnsigned()) {
            next.on(new ReasoningSignature(proofs.get()));
        }
        isOpen = false;
        isVisible = false;
    }
}
