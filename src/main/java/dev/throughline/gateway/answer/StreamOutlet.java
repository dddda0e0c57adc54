package dev.throughline.gateway.answer;

import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.run.journal.ExchangeJournal;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.StreamEncoder;
import io.vertx.core.Future;
import java.util.function.Consumer;

/// An answer as a stream of frames.
final class StreamOutlet implements AnswerOutlet {
    private final DialectRequest dialectRequest;
    private final StreamEncoder encoder;
    private final AnswerRecord record;
    private final FrameWriter writer;
    private Consumer<Throwable> listener = _ -> {};
    private boolean isUnread;

    /// @param beginning completes on the event loop once the answer may begin: nothing is sent before
    /// @param record where texts are read that the encoder does not keep
    StreamOutlet(
            DialectRequest dialectRequest,
            StreamEncoder encoder,
            BackpressureGate backpressureGate,
            Future<Void> beginning,
            AnswerRecord record) {
        this.dialectRequest = dialectRequest;
        this.encoder = encoder;
        this.record = record;
        this.writer = new FrameWriter(dialectRequest, backpressureGate, beginning, record, this::unread);
    }

    @Override
    public void recordedIn(ExchangeJournal log, Consumer<Throwable> unread) {
        record.writtenBy(log);
        listener = unread;
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
        if (isUnread) {
            failUnread(failure);
            return;
        }
        encoder.on(failure, writer.frames());
        writer.end();
    }

    /// A frame that was begun cannot be taken back: without its end no client takes it for one.
    private void failUnread(Failure failure) {
        writer.discard();
        if (writer.isInFrame()) {
            dialectRequest.breakOff();
        } else {
            encoder.failUnread(failure, writer.frames());
            writer.end();
        }
    }

    private void unread(Throwable cause) {
        isUnread = true;
        listener.accept(cause);
    }

    @Override
    public void keepAlive() {
        writer.keepAlive(encoder::keepAlive);
    }
}
