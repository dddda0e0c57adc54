package dev.throughline.gateway.answer;

import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.StreamEncoder;
import io.vertx.core.Future;

/// An answer as a stream of frames.
final class StreamOutlet implements AnswerOutlet {
    private final DialectRequest dialectRequest;
    private final StreamEncoder encoder;
    private final FrameWriter writer;

    /// @param beginning completes on the event loop once the answer may begin: nothing is sent before
    StreamOutlet(
            DialectRequest dialectRequest,
            StreamEncoder encoder,
            BackpressureGate backpressureGate,
            Future<Void> beginning) {
        this.dialectRequest = dialectRequest;
        this.encoder = encoder;
        this.writer = new FrameWriter(dialectRequest, backpressureGate, beginning);
    }

    @Override
    public void on(StreamEvent event) {
        encoder.on(event, writer.frames());
        writer.written();
    }

    @Override
    public void flush() {
        writer.flush();
    }

    @Override
    public boolean isBegun() {
        return writer.isBegun();
    }

    @Override
    public void finish(Finish finish) {
        if (!writer.isShut()) {
            encoder.on(finish, writer.frames());
            writer.end();
        }
    }

    @Override
    public void fail(Failure failure) {
        if (writer.isShut()) {
            return;
        }
        if (!writer.isBegun() && !StreamedContextOverflow.isWanted(dialectRequest, failure)) {
            dialectRequest.refuse(failure);
            return;
        }
        encoder.on(failure, writer.frames());
        writer.end();
    }

    @Override
    public void keepAlive() {
        writer.keepAlive(encoder::keepAlive);
    }
}
