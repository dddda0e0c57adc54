package dev.throughline.gateway;

import dev.throughline.wire.sse.FrameBuffer;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/// Sends the frames of one answer. Those of one turn of the event loop leave together: a paced stream goes out at once,
/// a
/// blast in large writes.
final class FrameWriter {
    private static final int FLUSH_BYTES = 16 * 1024;

    private final Call call;
    private final HttpServerResponse response;
    private final Gate gate;
    private final FrameBuffer frames = new FrameBuffer();
    private final Handler<Void> flushTask = _ -> flushAtEndOfTurn();
    private boolean isFlushPlanned;

    FrameWriter(Call call, Gate gate) {
        this.call = call;
        this.response = call.response();
        this.gate = gate;
        response.drainHandler(_ -> gate.open(Gate.Reason.CLIENT));
    }

    /// Where frames are written into; `written` afterwards.
    FrameBuffer frames() {
        return frames;
    }

    /// Has what was written sent at the end of the turn of the event loop, or at once when it is much.
    void written() {
        if (frames.length() >= FLUSH_BYTES) {
            flush();
        } else if (!isFlushPlanned && frames.length() > 0) {
            isFlushPlanned = true;
            call.loop().runOnContext(flushTask);
        }
    }

    void flush() {
        if (frames.length() == 0 || isShut()) {
            return;
        }
        begin();
        response.write(Buffer.buffer(frames.take()));
        if (response.writeQueueFull()) {
            gate.close(Gate.Reason.CLIENT);
        }
    }

    /// Sends what is written and ends the answer.
    void end() {
        begin();
        response.end(Buffer.buffer(frames.take()));
    }

    /// Whether anything was sent or written.
    boolean isBegun() {
        return response.headWritten() || frames.length() > 0;
    }

    /// Whether nothing can be sent any more.
    boolean isShut() {
        return response.ended() || response.closed();
    }

    private void flushAtEndOfTurn() {
        isFlushPlanned = false;
        flush();
    }

    private void begin() {
        if (!response.headWritten()) {
            call.head(200, Call.EVENTS).setChunked(true);
        }
    }
}
