package dev.throughline.gateway.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.http.OutgoingCredentials;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.BackendErrors;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A stream of a backend forwarded to a client of the same dialect. An answer that came in one body although a stream
/// was
/// asked for is written anew.
public final class RelayOutlet implements SourceOutlet {
    private final DialectRequest dialectRequest;
    private final StreamRelay relay;
    private final Supplier<StreamEncoder> anew;
    private final FrameWriter writer;
    private final OutgoingCredentials outgoingCredentials;
    private final List<StreamEvent> passed = new ArrayList<>();
    private @Nullable SseFrame frame;
    private @Nullable SseFrame error;
    private @Nullable StreamEncoder encoder;
    private byte[] refusal = {};
    private boolean isFailed;

    /// @param anew makes the encoder for an answer that has no frames
    /// @param secrets what no error of the backend may bring to the client
    public RelayOutlet(
            DialectRequest dialectRequest,
            StreamRelay relay,
            Supplier<StreamEncoder> anew,
            BackpressureGate backpressureGate,
            OutgoingCredentials outgoingCredentials) {
        this.dialectRequest = dialectRequest;
        this.relay = relay;
        this.anew = anew;
        this.writer = new FrameWriter(dialectRequest, backpressureGate);
        this.outgoingCredentials = outgoingCredentials;
    }

    @Override
    public StreamDecoder decoder() {
        return relay.decoder();
    }

    @Override
    public void frame(SseFrame next) {
        frame = next;
        passed.clear();
    }

    @Override
    public void whole(ObjectNode body, byte[] bytes) {
        encoder = anew.get();
    }

    @Override
    public void on(StreamEvent event) {
        if (encoder != null) {
            encoder.on(event, writer.frames());
            writer.written();
        } else {
            passed.add(event);
        }
    }

    /// Told before `frameOver` that the frame is an error.
    void failing() {
        isFailed = true;
    }

    @Override
    public void frameOver(boolean isUnchanged) {
        SseFrame over = frame;
        if (over == null) {
            return;
        }
        frame = null;
        if (isFailed) {
            error = over;
            return;
        }
        relay.forward(over, isUnchanged, passed, writer.frames());
        writer.written();
        passed.clear();
    }

    @Override
    public void refused(byte[] body) {
        refusal = body;
    }

    @Override
    public void flush() {
        writer.flush();
    }

    @Override
    public void finish(Finish finish) {
        if (writer.isShut()) {
            return;
        }
        if (encoder != null) {
            encoder.on(finish, writer.frames());
        } else {
            relay.finish(passed, finish, writer.frames());
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
        relay.rest(passed, writer.frames());
        SseFrame came = error;
        if (came != null
                && BackendErrors.isError(came)
                && StreamedContextOverflow.isAsRead(dialectRequest.codec().dialect(), failure, came)
                && !outgoingCredentials.areIn(came.bytes(), came.from(), came.length())) {
            relay.fail(came, writer.frames());
        } else {
            relay.fail(failure, writer.frames());
        }
        writer.end();
    }

    @Override
    public void keepAlive() {
        relay.keepAlive(writer.frames());
        writer.flush();
    }
}
