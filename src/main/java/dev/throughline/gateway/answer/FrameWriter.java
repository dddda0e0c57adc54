package dev.throughline.gateway.answer;

import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.wire.sse.FrameBuffer;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Sends the frames of one answer, none before it may begin. Those of one turn of the event loop leave together: a
/// paced stream goes out at once, a blast in large writes.
class FrameWriter {
    private static final int FLUSH_BYTES = 16 * 1024;

    private final DialectRequest dialectRequest;
    final HttpServerResponse response;
    private final BackpressureGate backpressureGate;
    private final Future<Void> beginning;
    private final FrameBuffer frames = new FrameBuffer();
    private final Handler<Void> flushTask = _ -> flushAtEndOfTurn();
    private boolean isFlushPlanned;

    /// @param beginning completes on the event loop once the answer may begin; fails if its request is not recorded
    FrameWriter(DialectRequest dialectRequest, BackpressureGate backpressureGate, Future<Void> beginning) {
        this.dialectRequest = dialectRequest;
        this.beginning = beginning;
        this.response = dialectRequest.response();
        this.backpressureGate = backpressureGate;
        response.drainHandler(_ -> backpressureGate.open(BackpressureGate.Reason.CLIENT));
        beginning.onSuccess(_ -> begun()).onFailure(_ -> frames.takePieces());
    }

    /// Where frames are written into; `written` afterwards.
    final FrameBuffer frames() {
        return frames;
    }

    /// Has what was written sent at the end of the turn of the event loop, or at once when it is much.
    void written() {
        if (beginning.failed()) {
            frames.takePieces();
        } else if (frames.length() >= FLUSH_BYTES) {
            flush();
        } else if (!isFlushPlanned && frames.length() > 0) {
            isFlushPlanned = true;
            dialectRequest.loop().runOnContext(flushTask);
        }
    }

    void flush() {
        if (frames.length() == 0 || isShut()) {
            return;
        }
        if (!beginning.succeeded()) {
            hold();
            return;
        }
        begin();
        frames.takePieces().forEach(piece -> response.write(Buffer.buffer(piece)));
        holdBackIfFull();
    }

    final void holdBackIfFull() {
        if (response.writeQueueFull()) {
            backpressureGate.close(BackpressureGate.Reason.CLIENT);
        }
    }

    private void hold() {
        if (frames.length() >= FLUSH_BYTES) {
            backpressureGate.close(BackpressureGate.Reason.BEGINNING);
        }
    }

    // The end of the answer, if it is recorded too, comes in the next turn of the event loop, and goes with what is
    // held.
    private void begun() {
        backpressureGate.open(BackpressureGate.Reason.BEGINNING);
        dialectRequest.loop().runOnContext(_ -> {
            if (frames.length() > 0) {
                written();
            }
        });
    }

    /// Sends what is written and ends the answer.
    void end() {
        begin();
        List<byte[]> pieces = frames.takePieces();
        byte[] last = pieces.removeLast();
        pieces.forEach(piece -> response.write(Buffer.buffer(piece)));
        response.end(Buffer.buffer(last));
    }

    /// Whether anything was sent, or will be.
    boolean isBegun() {
        return response.headWritten() || (frames.length() > 0 && !beginning.failed());
    }

    /// Sends a frame that says nothing of the answer.
    void keepAlive(Consumer<FrameBuffer> frame) {
        if (isShut()) {
            return;
        }
        flush();
        var alone = new FrameBuffer();
        frame.accept(alone);
        begin();
        response.write(Buffer.buffer(alone.take()));
    }

    /// Whether nothing can be sent any more.
    boolean isShut() {
        return response.ended() || response.closed();
    }

    private void flushAtEndOfTurn() {
        isFlushPlanned = false;
        flush();
    }

    /// Sets the listener that is called when an injected fault breaks the connection.
    void onBreak(Consumer<String> listener) {
        // without a fault none does
    }

    /// Why the client will not receive all that is written.
    Optional<String> flaw() {
        return Optional.empty();
    }

    final void begin() {
        if (!response.headWritten()) {
            dialectRequest.head(200, DialectRequest.EVENTS).setChunked(true);
        }
    }
}
