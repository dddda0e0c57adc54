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
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A stream of a backend forwarded to a client of the same dialect: each frame as received if nothing was changed,
/// else written from its events. An answer received in one body although a stream was requested is written anew.
public final class RelayOutlet implements AnswerOutlet {
    private final DialectRequest dialectRequest;
    private final StreamRelay relay;
    private final Supplier<StreamEncoder> anew;
    private final FrameWriter writer;
    private final OutgoingCredentials outgoingCredentials;
    /// Events after the last frame that was forwarded.
    private final List<StreamEvent> rest = new ArrayList<>();
    private @Nullable SseFrame error;
    private @Nullable StreamEncoder encoder;
    private byte[] refusal = {};

    /// @param anew makes the encoder for an answer that has no frames
    /// @param beginning completes on the event loop once the answer may begin: nothing is sent before
    /// @param secrets what no error of the backend may bring to the client
    public RelayOutlet(
            DialectRequest dialectRequest,
            StreamRelay relay,
            Supplier<StreamEncoder> anew,
            BackpressureGate backpressureGate,
            Future<Void> beginning,
            OutgoingCredentials outgoingCredentials) {
        this.dialectRequest = dialectRequest;
        this.relay = relay;
        this.anew = anew;
        this.writer = new FrameWriter(dialectRequest, backpressureGate, beginning);
        this.outgoingCredentials = outgoingCredentials;
    }

    @Override
    public void on(StreamEvent event) {
        // sent with the part that it was read from
    }

    @Override
    public void relay(BackendPart part, FilterResult filtered) {
        switch (part) {
            case BackendPart.Frame(SseFrame frame) -> frame(frame, filtered);
            case BackendPart.Body _ -> {
                StreamEncoder whole = anew.get();
                encoder = whole;
                filtered.events().forEach(event -> whole.on(event, writer.frames()));
                writer.written();
            }
            case BackendPart.Ended _ -> rest.addAll(filtered.events());
            case BackendPart.Failed(Failure _, byte[] body) -> {
                refusal = body;
                rest.addAll(filtered.events());
            }
        }
    }

    @Override
    public void waits(BackendPart part) {
        if (part instanceof BackendPart.Frame(SseFrame frame)) {
            relay.hold(frame);
        }
    }

    private void frame(SseFrame frame, FilterResult filtered) {
        if (filtered.end().filter(Failure.class::isInstance).isPresent()) {
            error = frame;
            rest.addAll(filtered.events());
        } else {
            relay.forward(frame, filtered.isUnchanged(), filtered.events(), writer.frames());
            writer.written();
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
        if (encoder != null) {
            encoder.on(finish, writer.frames());
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
        if (!writer.isBegun()) {
            if (StreamedContextOverflow.isWanted(dialectRequest, failure)) {
                anew.get().on(failure, writer.frames());
                writer.end();
            } else {
                dialectRequest.refuse(failure, refusal);
            }
            return;
        }
        relay.rest(rest, writer.frames());
        writer.written();
        SseFrame reported = error;
        if (reported != null
                && BackendErrors.isError(reported)
                && StreamedContextOverflow.isForwarded(dialectRequest.codec().dialect(), failure, reported)
                && !outgoingCredentials.areIn(reported.bytes(), reported.from(), reported.length())) {
            relay.fail(reported, writer.frames());
        } else {
            relay.fail(failure, writer.frames());
        }
        writer.end();
    }

    @Override
    public void keepAlive() {
        writer.keepAlive(relay::keepAlive);
    }
}
