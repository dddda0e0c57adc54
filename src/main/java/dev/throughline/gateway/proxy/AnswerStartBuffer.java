package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.BackendPart;
import dev.throughline.backend.BackendSink;
import dev.throughline.backend.ForwardingSink;
import dev.throughline.filter.FamilyFilter;
import dev.throughline.filter.ReasoningOpening;
import dev.throughline.filter.ReasoningStartDetector;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.sse.SseFrame;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Supplier;

/// Holds the first frames of an answer back until they show whether its content begins inside the
/// reasoning, or another answer of the model has shown it; then passes them, unchanged, to the sink that
/// reads them accordingly, and everything after them at once.
///
/// What precedes the first text passes at once. What the frames take of the heap is reported by `held`;
/// a detector bounds them, and a moment does for a model about which nothing is known. One instance per answer;
/// confined to one event loop.
public final class AnswerStartBuffer extends ForwardingSink {
    /// No longer than a reader waits for a first word anyway; short reasoning of a fast server ends within it.
    private static final Duration MOMENT = Duration.ofSeconds(1);

    private final ReasoningStartDetector detector;
    private final BackendCodec codec;
    private final StreamDecoder probe;
    private final FamilyFilter filter;
    private final Supplier<ReasoningOpening> learnt;
    private final Vertx vertx;
    private final BufferedFrames held = new BufferedFrames();

    /// @param next receives the answer
    /// @param codec of the backend
    /// @param filter gets what was found before `next` gets the first text
    /// @param learnt the opening of an answer of the model that begins now
    /// @param vertx of the event loop
    public AnswerStartBuffer(
            BackendSink next,
            ReasoningStartDetector detector,
            BackendCodec codec,
            FamilyFilter filter,
            Supplier<ReasoningOpening> learnt,
            Vertx vertx) {
        super(next);
        this.detector = detector;
        this.codec = codec;
        this.probe = codec.streamDecoder();
        this.filter = filter;
        this.learnt = learnt;
        this.vertx = vertx;
    }

    @Override
    public boolean on(BackendPart part) {
        if (isKnown()) {
            return next.on(part);
        }
        switch (part) {
            case BackendPart.Frame(SseFrame frame) -> probe.on(frame, detector::on);
            case BackendPart.Body(ObjectNode body, byte[] _) -> codec.decode(body, detector::on);
            case BackendPart.Event(StreamEvent event) -> detector.on(event);
            case BackendPart.Ended _ -> probe.end(detector::on);
            case BackendPart.Failed(Failure failure, byte[] _) -> detector.on(failure);
        }
        if (part instanceof BackendPart.Frame(SseFrame frame) && isHolding()) {
            if (held.heapBytes() == 0 && !detector.isDescribed()) {
                vertx.setTimer(MOMENT.toMillis(), _ -> giveUp());
            }
            held.add(frame);
            next.held(held.heapBytes());
            return true;
        }
        return (!isKnown() || release()) && next.on(part);
    }

    private void giveUp() {
        if (!isKnown()) {
            detector.giveUp();
            release();
        }
    }

    private boolean isHolding() {
        if (detector.isHolding()) {
            detector.settle(learnt.get());
        }
        return detector.isHolding();
    }

    private boolean isKnown() {
        return detector.found() != ReasoningOpening.UNKNOWN;
    }

    /// Gives what is kept, now that it is known how it is read.
    /// @return whether the answer continues
    private boolean release() {
        filter.startAs(detector);
        if (held.heapBytes() == 0) {
            return true;
        }
        boolean goesOn = held.release(frame -> next.on(new BackendPart.Frame(frame)));
        next.held(0);
        return goesOn;
    }
}
