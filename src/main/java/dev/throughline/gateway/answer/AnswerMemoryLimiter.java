package dev.throughline.gateway.answer;

import dev.throughline.gateway.admission.JsonWeight;
import dev.throughline.gateway.admission.MemoryReservation;
import dev.throughline.gateway.admission.RefusalFactory;
import dev.throughline.stream.EventSink;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import java.util.function.LongSupplier;

/// Bounds what of an answer is kept in memory until its end: its text or what the form of the answer needs of it, a
/// body that comes as a whole, a frame of the backend that is not whole. It holds a part of the memory budget as
/// that grows, and waits for that part; else it continues untraced, if that helps, or ends in an error. Lives on
/// the request's event loop.
public final class AnswerMemoryLimiter implements EventSink {
    private static final long STEP = 4 * 1024;
    private static final long MOST_STEP = 4 * 1024 * 1024;

    private final Answer answer;
    private final BackpressureGate backpressureGate;
    private final MemoryReservation memory;
    private final AnswerHeapEstimate kept;
    private final long most;
    private final LongSupplier extraBytes;
    private final Runnable discard;
    private final JsonWeight body = new JsonWeight();
    private long bodyBytes;
    private long largestFrame;
    private long heldBack;
    private boolean isGrowing;
    private boolean isDiscarded;
    private boolean isOver;

    /// @param most bytes of the longest answer, as far as it is kept whatever its length
    /// @param extraBytes estimated bytes of the heap, beside the items, that are given up with them
    /// @param discard called once when there is no memory for the items that a later request is compared with: the
    ///     answer continues without them
    AnswerMemoryLimiter(
            Answer answer,
            BackpressureGate backpressureGate,
            MemoryReservation memory,
            AnswerHeapEstimate.Form form,
            long most,
            LongSupplier extraBytes,
            Runnable discard) {
        this.answer = answer;
        this.backpressureGate = backpressureGate;
        this.memory = memory;
        this.kept = new AnswerHeapEstimate(form);
        this.most = most;
        this.extraBytes = extraBytes;
        this.discard = discard;
    }

    @Override
    public void on(StreamEvent event) {
        if (isOver) {
            return;
        }
        kept.on(event);
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

    /// So many bytes of a frame are kept until it is whole.
    void keepFrame(int bytes) {
        if (!isOver && bytes > largestFrame) {
            largestFrame = bytes;
            bound();
        }
    }

    /// Frames that wait take so many bytes of the heap. What they took is returned with the last of them.
    void holdBack(int bytes) {
        heldBack = bytes;
        if (!isOver && bytes > 0) {
            bound();
        } else if (!isGrowing) {
            memory.shrink(memory.held() - needed());
        }
    }

    private void bound() {
        if (kept.required() + bodyBytes > most) {
            end(Failure.of(
                    FailureKind.BACKEND,
                    "The answer is longer than " + most + " bytes, the most that is kept in memory"
                            + " (throughline.gateway.memory.max-answer); ask for a stream of chat completions or"
                            + " messages."));
            return;
        }
        long missing = needed() - memory.held();
        if (missing > 0 && !isGrowing) {
            grow(missing);
        }
    }

    private long needed() {
        return body.heapBytes()
                + heldBack
                + kept.perByteOfFrame() * largestFrame
                + kept.heapBytes()
                + (isDiscarded ? 0 : discardableBytes());
    }

    private long discardableBytes() {
        return kept.itemBytes() + extraBytes.getAsLong();
    }

    private void grow(long missing) {
        long step = missing + Math.clamp(memory.held() / 4, STEP, MOST_STEP);
        long needed = memory.canGrow(step) ? step : missing;
        if (!memory.canGrow(needed)) {
            giveUp(Failure.of(
                    FailureKind.BACKEND,
                    "The answer needs more memory than all requests and answers may use together"
                            + " (throughline.gateway.memory.budget)."));
            return;
        }
        isGrowing = true;
        memory.grow(needed, this::grown, () -> giveUp(RefusalFactory.noMemory()));
        if (isGrowing) {
            backpressureGate.close(BackpressureGate.Reason.MEMORY);
        }
    }

    private void grown() {
        isGrowing = false;
        bound();
        if (!isGrowing) {
            backpressureGate.open(BackpressureGate.Reason.MEMORY);
        }
    }

    /// Gives up what the answer can do without, or ends it.
    private void giveUp(Failure failure) {
        isGrowing = false;
        if (isDiscarded || discardableBytes() == 0) {
            end(failure);
            return;
        }
        isDiscarded = true;
        discard.run();
        grown();
    }

    private void end(Failure failure) {
        if (!isOver) {
            isOver = true;
            answer.cancelSource();
            answer.on(failure);
        }
    }
}
