package dev.throughline.gateway;

import dev.throughline.backend.EventSink;
import dev.throughline.gateway.admission.JsonWeight;
import dev.throughline.gateway.admission.MemoryReservation;
import dev.throughline.stream.FailureKind;
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
import dev.throughline.trace.AnswerItems;

/// Bounds an answer that is kept in memory until its end: its text, and a body that comes as a whole. It may be as long
/// as the setting says, holds a part of the memory budget as it grows, and waits for that part; else it ends in an
/// error, or goes on untraced where only its items were kept. Lives on the request's event loop.
final class GatheredAnswer implements EventSink {
    private static final long STEP = 4 * 1024;
    private static final long MOST_STEP = 4 * 1024 * 1024;

    /// What of the text of an answer is kept until its end.
    sealed interface Kept {
        /// The text as events and in a buffer, then up to four times in the last events of a Responses stream, written
        /// into a buffer that doubles.
        /// @param most bytes of the longest answer
        record Everything(long most) implements Kept {}

        /// The items that a later request is compared with, up to a limit; beyond it, or where memory is short, none.
        /// @param discard called once when there is no memory for them: the answer goes on without
        record Items(Runnable discard) implements Kept {}
    }

    /// What an event takes beside its text.
    private static final int PER_EVENT = 96;

    private static final int PER_BYTE_OF_EVERYTHING = 12;
    private static final int PER_BYTE_OF_ITEMS = 2;

    private final Answer answer;
    private final Gate gate;
    private final MemoryReservation memory;
    private final Kept kept;
    private final JsonWeight body = new JsonWeight();
    private long bodyBytes;
    private long bytes;
    private long events;
    private boolean isGrowing;
    private boolean isDiscarded;
    private boolean isOver;

    GatheredAnswer(Answer answer, Gate gate, MemoryReservation memory, Kept kept) {
        this.answer = answer;
        this.gate = gate;
        this.memory = memory;
        this.kept = kept;
    }

    @Override
    public void on(StreamEvent event) {
        if (isOver) {
            return;
        }
        events++;
        bytes += length(event);
        bound();
        if (!isOver) {
            isOver = event.isTerminal();
            answer.on(event);
        }
    }

    /// A part of a body came that is kept until it is whole.
    void keep(byte[] part) {
        if (!isOver) {
            bodyBytes += part.length;
            body.add(part, 0, part.length);
            bound();
        }
    }

    private void bound() {
        if (kept instanceof Kept.Everything(long most) && bytes + bodyBytes > most) {
            end(Failure.of(
                    FailureKind.BACKEND,
                    "The answer is longer than " + most + " bytes, the most that is gathered in memory"
                            + " (throughline.gateway.memory.max-answer); ask for a stream of chat completions or"
                            + " messages."));
            return;
        }
        long missing = needed() - memory.held();
        if (missing > 0 && !isGrowing && !isDiscarded) {
            grow(missing);
        }
    }

    private long needed() {
        return body.heapBytes()
                + switch (kept) {
                    case Kept.Everything _ -> PER_BYTE_OF_EVERYTHING * bytes + PER_EVENT * events;
                    case Kept.Items _ -> PER_BYTE_OF_ITEMS * Math.min(bytes, AnswerItems.LIMIT);
                };
    }

    private void grow(long missing) {
        long step = missing + Math.clamp(memory.held(), STEP, MOST_STEP);
        long needed = memory.canGrow(step) ? step : missing;
        if (!memory.canGrow(needed)) {
            noMemory();
            return;
        }
        isGrowing = true;
        memory.grow(needed, this::grown, this::noMemory);
        if (isGrowing) {
            gate.close(Gate.Reason.MEMORY);
        }
    }

    private void grown() {
        isGrowing = false;
        bound();
        if (!isGrowing) {
            gate.open(Gate.Reason.MEMORY);
        }
    }

    private void noMemory() {
        isGrowing = false;
        switch (kept) {
            case Kept.Everything _ -> end(Refusals.noMemory());
            case Kept.Items items -> {
                isDiscarded = true;
                items.discard().run();
                gate.open(Gate.Reason.MEMORY);
            }
        }
    }

    private void end(Failure failure) {
        if (!isOver) {
            isOver = true;
            answer.cancelSource();
            answer.on(failure);
        }
    }

    private static int length(StreamEvent event) {
        return switch (event) {
            case ReasoningDelta(String text) -> text.length();
            case TextDelta(String text) -> text.length();
            case ReasoningSignature(String signature) -> signature.length();
            case RedactedReasoning(String data) -> data.length();
            case ToolCallStart(int _, String id, String name) -> id.length() + name.length();
            case ToolCallArgs(int _, String fragment) -> fragment.length();
            case Start _, ToolCallEnd _, Usage _, Finish _, Failure _ -> 0;
        };
    }
}
