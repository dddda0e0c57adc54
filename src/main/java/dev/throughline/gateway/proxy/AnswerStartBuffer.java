package dev.throughline.gateway.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.http.BackendHead;
import dev.throughline.backend.http.BackendSink;
import dev.throughline.filter.AnswerFilter;
import dev.throughline.filter.ReasoningOpening;
import dev.throughline.filter.ReasoningStartDetector;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Holds the first frames of an answer back until they show whether its content begins inside the
/// reasoning; then passes them, unchanged, to the sink that reads them accordingly, and everything after
/// them at once.
///
/// What precedes the first text passes at once. The buffered frames are reported as `kept` bytes; a
/// detector bounds them. One instance per answer; confined to one event loop.
public final class AnswerStartBuffer implements BackendSink {
    private final BackendSink next;
    private final ReasoningStartDetector detector;
    private final BackendCodec codec;
    private final StreamDecoder probe;
    private final AnswerFilter filter;
    private final BooleanSupplier isTurnOver;
    private final List<SseFrame> held = new ArrayList<>();
    private StreamDecoder reader;
    private boolean isPassed;

    /// @param next receives the answer
    /// @param codec of the backend
    /// @param filter is configured before `next` receives the first text
    /// @param isTurnOver whether `next` needs nothing more
    public AnswerStartBuffer(
            BackendSink next,
            ReasoningStartDetector detector,
            BackendCodec codec,
            AnswerFilter filter,
            BooleanSupplier isTurnOver) {
        this.next = next;
        this.detector = detector;
        this.codec = codec;
        this.probe = codec.streamDecoder();
        this.reader = probe;
        this.filter = filter;
        this.isTurnOver = isTurnOver;
    }

    @Override
    public StreamDecoder decoder() {
        reader = next.decoder();
        return new Detecting();
    }

    @Override
    public void opened(BackendHead head) {
        next.opened(head);
    }

    @Override
    public void arrived(SseFrame frame, Consumer<SseFrame> out) {
        next.arrived(frame, out);
    }

    @Override
    public void frame(SseFrame frame) {
        isPassed = isKnown();
        if (isPassed) {
            next.frame(frame);
        }
    }

    @Override
    public void kept(byte[] part) {
        next.kept(part);
    }

    @Override
    public void partial(int bytes) {
        next.partial(bytes);
    }

    @Override
    public void sent() {
        next.sent();
    }

    @Override
    public void whole(ObjectNode body, byte[] bytes) {
        isPassed = true;
        codec.decode(body, detector::on);
        filter.startAs(detector);
        next.whole(body, bytes);
    }

    @Override
    public void frameOver() {
        if (isPassed) {
            next.frameOver();
        }
    }

    @Override
    public void refused(BackendHead head, byte[] body) {
        next.refused(head, body);
    }

    /// An event of a passing frame, or a connection failure.
    @Override
    public void on(StreamEvent event) {
        if (!held.isEmpty()) {
            detector.on(event);
            release();
        }
        next.on(event);
    }

    private boolean isKnown() {
        return detector.found() != ReasoningOpening.UNKNOWN;
    }

    /// Passes on what is buffered, once it is known how to read it.
    private void release() {
        filter.startAs(detector);
        for (SseFrame frame : held) {
            if (!isTurnOver.getAsBoolean()) {
                next.frame(frame);
                reader.on(frame, next::on);
                next.frameOver();
            }
        }
        held.clear();
    }

    private void keep(SseFrame frame) {
        held.add(frame);
        next.kept(Arrays.copyOfRange(frame.bytes(), frame.from(), frame.to()));
    }

    private void pass(SseFrame frame, Consumer<? super StreamEvent> out) {
        isPassed = !isTurnOver.getAsBoolean();
        if (isPassed) {
            next.frame(frame);
            reader.on(frame, out);
        }
    }

    /// Reads passing frames in the same way as the next sink, and the others to find out how the next sink
    /// has to read them.
    private final class Detecting implements StreamDecoder {
        @Override
        public void on(SseFrame frame, Consumer<? super StreamEvent> out) {
            if (isPassed) {
                reader.on(frame, out);
                return;
            }
            probe.on(frame, detector::on);
            if (detector.isHolding()) {
                keep(frame);
                return;
            }
            if (isKnown()) {
                release();
            }
            pass(frame, out);
        }

        @Override
        public void end(Consumer<? super StreamEvent> out) {
            if (!isKnown()) {
                probe.end(detector::on);
                release();
            }
            reader.end(out);
        }
    }
}
