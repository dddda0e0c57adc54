package dev.throughline.gateway.answer;

import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.wire.sse.FrameBuffer;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.function.Consumer;

/// Sends the frames of one answer, none before it may begin. Those of one turn of the event loop leave
/// together: a paced stream goes out at once, a blast in large writes. Texts that are in the answer's record are read
/// while they are sent; what follows them waits.
final class FrameWriter {
    private static final int FLUSH_BYTES = 16 * 1024;

    private final DialectRequest dialectRequest;
    private final HttpServerResponse response;
    private final BackpressureGate backpressureGate;
    private final Future<Void> beginning;
    private final RecordedTextSender recorded;
    private final FrameBuffer frames = new FrameBuffer();
    private final Handler<Void> flushTask = _ -> flushAtEndOfTurn();
    private boolean isFlushPlanned;
    private boolean isEnding;

    /// @param beginning completes on the event loop once the answer may begin; fails if its request is not recorded
    /// @param record where texts are read that the frames do not say
    /// @param unread called when one cannot be read: neither it nor what follows is sent
    FrameWriter(
            DialectRequest dialectRequest,
            BackpressureGate backpressureGate,
            Future<Void> beginning,
            AnswerRecord record,
            Consumer<Throwable> unread) {
        this.dialectRequest = dialectRequest;
        this.beginning = beginning;
        this.response = dialectRequest.response();
        this.backpressureGate = backpressureGate;
        this.recorded = new RecordedTextSender(dialectRequest, record, this::goOn, unread);
        response.drainHandler(_ -> {
            backpressureGate.open(BackpressureGate.Reason.CLIENT);
            recorded.drained();
        });
        beginning.onSuccess(_ -> begun()).onFailure(_ -> discard());
    }

    /// Where frames are written into; `written` afterwards.
    FrameBuffer frames() {
        return frames;
    }

    /// Has what was written sent at the end of the turn of the event loop, or at once when it is much.
    void written() {
        if (beginning.failed()) {
            discard();
        } else if (frames.length() >= FLUSH_BYTES) {
            flush();
        } else if (!isFlushPlanned && frames.length() > 0) {
            isFlushPlanned = true;
            dialectRequest.loop().runOnContext(flushTask);
        }
    }

    void flush() {
        if (frames.length() == 0 || isShut() || isReading()) {
            return;
        }
        if (!beginning.succeeded()) {
            hold();
            return;
        }
        begin();
        if (frames.hasRecorded()) {
            backpressureGate.close(BackpressureGate.Reason.RECORD);
            recorded.write(frames.takeParts());
            return;
        }
        response.write(Buffer.buffer(frames.take()));
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
        dialectRequest.loop().runOnContext(_ -> written());
    }

    /// Sends what is written and ends the answer.
    void end() {
        isEnding = true;
        if (isReading()) {
            return;
        }
        begin();
        if (frames.hasRecorded()) {
            recorded.write(frames.takeParts());
        } else {
            response.end(Buffer.buffer(frames.take()));
        }
    }

    /// Drops what is not sent yet.
    void discard() {
        frames.takeParts();
    }

    /// Whether texts of the record are being sent.
    boolean isReading() {
        return recorded.isWriting();
    }

    /// Whether a part of a frame was sent that will never be whole.
    boolean isInFrame() {
        return recorded.isInFrame();
    }

    /// Whether anything was sent, or will be.
    boolean isBegun() {
        return response.headWritten() || (frames.length() > 0 && !beginning.failed());
    }

    /// Sends a frame that says nothing of the answer, also while others wait.
    void keepAlive(Consumer<FrameBuffer> frame) {
        if (isReading() || isShut()) {
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

    private void goOn() {
        if (isShut()) {
            return;
        }
        if (isEnding) {
            end();
        } else {
            backpressureGate.open(BackpressureGate.Reason.RECORD);
            flush();
        }
    }

    private void flushAtEndOfTurn() {
        isFlushPlanned = false;
        flush();
    }

    private void begin() {
        if (!response.headWritten()) {
            dialectRequest.head(200, DialectRequest.EVENTS).setChunked(true);
        }
    }
}
