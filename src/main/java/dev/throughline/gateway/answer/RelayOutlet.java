package dev.throughline.gateway.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.http.Secrets;
import dev.throughline.gateway.admission.Call;
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
    private final Call call;
    private final StreamRelay relay;
    private final Supplier<StreamEncoder> anew;
    private final FrameWriter writer;
    private final Secrets secrets;
    private final List<StreamEvent> passed = new ArrayList<>();
    private @Nullable SseFrame frame;
    private @Nullable SseFrame error;
    private @Nullable StreamEncoder encoder;
    private byte[] refusal = {};
    private boolean isFailed;

    /// @param anew makes the encoder for an answer that has no frames
    /// @param secrets what no error of the backend may bring to the client
    public RelayOutlet(Call call, StreamRelay relay, Supplier<StreamEncoder> anew, Gate gate, Secrets secrets) {
        this.call = call;
        this.relay = relay;
        this.anew = anew;
        this.writer = new FrameWriter(call, gate);
        this.secrets = secrets;
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
            if (OverflowInStream.isWanted(call, failure)) {
                anew.get().on(failure, writer.frames());
                writer.end();
            } else {
                call.refuse(failure, refusal);
            }
            return;
        }
        relay.rest(passed, writer.frames());
        SseFrame came = error;
        if (came != null
                && BackendErrors.isError(came)
                && OverflowInStream.isAsRead(call.codec().dialect(), failure, came)
                && !secrets.areIn(came.bytes(), came.from(), came.length())) {
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
