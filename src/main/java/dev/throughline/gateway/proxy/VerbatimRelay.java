package dev.throughline.gateway.proxy;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.ReasoningDetails;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Forwards every frame as the original bytes; the frame that ends the answer, and everything after it, is
/// sent at the end.
final class VerbatimRelay implements StreamRelay, StreamDecoder {
    private final StreamDecoder decoder;
    private final StreamEncoder errors;
    private final List<SseFrame> tail = new ArrayList<>();
    private boolean isEnding;

    /// @param errors writes errors that were not received as frames, and keep-alives
    VerbatimRelay(StreamDecoder decoder, StreamEncoder errors) {
        this.decoder = decoder;
        this.errors = errors;
    }

    @Override
    public StreamDecoder decoder() {
        return this;
    }

    @Override
    public void on(SseFrame frame, Consumer<? super StreamEvent> out) {
        decoder.on(frame, event -> {
            isEnding = isEnding || event.isTerminal();
            out.accept(event);
        });
    }

    @Override
    public void end(Consumer<? super StreamEvent> out) {
        decoder.end(out);
    }

    @Override
    public Optional<ReasoningDetails> reasoningDetails() {
        return decoder.reasoningDetails();
    }

    @Override
    public Optional<String> reasoningField() {
        return decoder.reasoningField();
    }

    @Override
    public void hold(SseFrame frame) {
        throw new IllegalStateException("a frame waits for a filter, but the answer has none");
    }

    @Override
    public void forward(SseFrame frame, boolean isUnchanged, List<StreamEvent> passed, FrameBuffer out) {
        if (isEnding) {
            tail.add(frame);
        } else {
            out.raw(frame.bytes(), frame.from(), frame.length());
        }
    }

    @Override
    public void finish(List<StreamEvent> rest, Finish finish, FrameBuffer out) {
        tail.forEach(frame -> out.raw(frame.bytes(), frame.from(), frame.length()));
    }

    @Override
    public void fail(Failure failure, FrameBuffer out) {
        errors.on(failure, out);
    }

    @Override
    public void keepAlive(FrameBuffer out) {
        errors.keepAlive(out);
    }
}
