package dev.throughline.gateway;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.StreamEncoder;

/// An answer as a stream of frames.
final class StreamOutlet implements Outlet {
    private final Call call;
    private final StreamEncoder encoder;
    private final FrameWriter writer;

    StreamOutlet(Call call, StreamEncoder encoder, Gate gate) {
        this.call = call;
        this.encoder = encoder;
        this.writer = new FrameWriter(call, gate);
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
        if (!writer.isBegun() && !OverflowInStream.isWanted(call, failure)) {
            call.refuse(failure);
            return;
        }
        encoder.on(failure, writer.frames());
        writer.end();
    }

    @Override
    public void keepAlive() {
        encoder.keepAlive(writer.frames());
        flush();
    }
}
