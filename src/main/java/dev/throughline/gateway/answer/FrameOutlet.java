package dev.throughline.gateway.answer;

import dev.throughline.backend.BackendPart;
import dev.throughline.backend.OutgoingCredentials;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.BackendErrors;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An answer as a stream of frames: those of a backend of the client's dialect as received where nothing was changed,
/// else written from their events. An answer of another dialect, of the stub, or received in one body although a
/// stream was requested is written from its events alone.
final class FrameOutlet implements AnswerOutlet {
    private final DialectRequest dialectRequest;
    private final @Nullable StreamRelay relay;
    private final Supplier<StreamEncoder> anew;
    private final FrameWriter writer;
    private final @Nullable OutgoingCredentials credentials;
    /// Events after the last frame that was forwarded.
    private final List<StreamEvent> rest = new ArrayList<>();
    private @Nullable SseFrame error;
    private @Nullable StreamEncoder encoder;
    private byte[] refusal = {};

    /// @param anew makes the encoder of an answer without frames of the client's dialect
    FrameOutlet(
            DialectRequest dialectRequest,
            Optional<SameDialect> same,
            Supplier<StreamEncoder> anew,
            FrameWriter writer) {
        this.dialectRequest = dialectRequest;
        this.relay = same.flatMap(SameDialect::relay).orElse(null);
        this.credentials = same.map(SameDialect::credentials).orElse(null);
        this.anew = anew;
        this.writer = writer;
    }

    @Override
    public void part(BackendPart part, FilterResult filtered) {
        StreamRelay forwarded = relay;
        if (forwarded == null || encoder != null || part instanceof BackendPart.Body) {
            filtered.events().forEach(this::write);
        } else if (part instanceof BackendPart.Frame(SseFrame frame)) {
            forward(forwarded, frame, filtered);
        } else {
            refusal = part instanceof BackendPart.Failed(Failure _, byte[] body) ? body : refusal;
            rest.addAll(filtered.events());
        }
    }

    private void write(StreamEvent event) {
        encoder().on(event, writer.frames());
        writer.written();
    }

    private StreamEncoder encoder() {
        StreamEncoder made = encoder == null ? anew.get() : encoder;
        encoder = made;
        return made;
    }

    private void forward(StreamRelay forwarded, SseFrame frame, FilterResult filtered) {
        if (filtered.end().filter(Failure.class::isInstance).isPresent()) {
            error = frame;
            rest.addAll(filtered.events());
        } else {
            forwarded.forward(frame, filtered.isUnchanged(), filtered.events(), writer.frames());
            writer.written();
        }
    }

    @Override
    public void waits(SseFrame frame) {
        if (relay != null) {
            relay.hold(frame);
        }
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
        if (writer.isShut()) {
            return;
        }
        if (relay == null || encoder != null) {
            encoder().on(finish, writer.frames());
        } else {
            relay.finish(rest, finish, writer.frames());
        }
        writer.end();
    }

    @Override
    public void fail(Failure failure) {
        if (writer.isShut()) {
            return;
        }
        if (!writer.isBegun() && !StreamedContextOverflow.isWanted(dialectRequest, failure)) {
            dialectRequest.refuse(failure, refusal);
            return;
        }
        if (relay == null || !writer.isBegun()) {
            encoder().on(failure, writer.frames());
        } else {
            relay.rest(rest, writer.frames());
            report(relay, failure);
        }
        writer.end();
    }

    private void report(StreamRelay forwarded, Failure failure) {
        SseFrame reported = error;
        if (reported != null
                && BackendErrors.isError(reported)
                && StreamedContextOverflow.isForwarded(dialectRequest.codec().dialect(), failure, reported)
                && credentials != null
                && !credentials.areIn(reported.bytes(), reported.from(), reported.length())) {
            forwarded.fail(reported, writer.frames());
        } else {
            forwarded.fail(failure, writer.frames());
        }
    }

    @Override
    public void keepAlive() {
        writer.keepAlive(relay == null ? encoder()::keepAlive : relay::keepAlive);
    }

    @Override
    public void onBreak(Consumer<String> listener) {
        writer.onBreak(listener);
    }

    @Override
    public Optional<String> flaw() {
        return writer.flaw();
    }
}
