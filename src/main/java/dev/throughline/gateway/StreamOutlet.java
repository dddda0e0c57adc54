package dev.throughline.gateway;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.sse.FrameBuffer;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/// An answer as a stream of frames.
///
/// The frames of one turn of the event loop leave together: a paced stream goes out at once, a blast in large writes.
final class StreamOutlet implements Outlet {
    private static final int FLUSH_BYTES = 16 * 1024;

    private final Call call;
    private final HttpServerResponse response;
    private final StreamEncoder encoder;
    private final Gate gate;
    private final FrameBuffer frames = new FrameBuffer();
    private final Handler<Void> flushTask = _ -> flushAtEndOfTurn();
    private boolean isFlushPlanned;

    StreamOutlet(Call call, StreamEncoder encoder, Gate gate) {
        this.call = call;
        this.response = call.response();
        this.encoder = encoder;
        this.gate = gate;
        response.drainHandler(_ -> gate.open(Gate.Reason.CLIENT));
    }

    @Override
    public void on(StreamEvent event) {
        encoder.on(event, frames);
        if (frames.length() >= FLUSH_BYTES) {
            flush();
        } else if (!isFlushPlanned && frames.length() > 0) {
            isFlushPlanned = true;
            call.loop().runOnContext(flushTask);
        }
    }

    private void flushAtEndOfTurn() {
        isFlushPlanned = false;
        flush();
    }

    @Override
    public void flush() {
        if (frames.length() == 0 || isShut()) {
            return;
        }
        begin();
        response.write(Buffer.buffer(frames.take()));
        if (response.writeQueueFull()) {
            gate.close(Gate.Reason.CLIENT);
        }
    }

    @Override
    public void finish(Finish finish) {
        if (!isShut()) {
            encoder.on(finish, frames);
            end();
        }
    }

    @Override
    public void fail(Failure failure) {
        if (isShut()) {
            return;
        }
        if (!response.headWritten() && frames.length() == 0) {
            call.refuse(failure);
            return;
        }
        encoder.on(failure, frames);
        end();
    }

    @Override
    public void keepAlive() {
        encoder.keepAlive(frames);
        flush();
    }

    private void end() {
        begin();
        response.end(Buffer.buffer(frames.take()));
    }

    private void begin() {
        if (!response.headWritten()) {
            call.head(200, Call.EVENTS).setChunked(true);
        }
    }

    private boolean isShut() {
        return response.ended() || response.closed();
    }
}
