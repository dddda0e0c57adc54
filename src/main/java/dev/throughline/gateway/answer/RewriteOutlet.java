package dev.throughline.gateway.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.backend.BackendPart;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.BackendCodec;
import dev.throughline.wire.WholeEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A whole answer of a backend for a client of the same dialect: the body as received, or written again where
/// something was changed. An answer received as a stream although one body was requested is written anew.
public final class RewriteOutlet implements AnswerOutlet {
    private final DialectRequest dialectRequest;
    private final BackendCodec codec;
    private final Supplier<WholeEncoder> anew;
    private final List<StreamEvent> passed = new ArrayList<>();
    private @Nullable ObjectNode body;
    private byte[] bytes = {};
    private byte[] refusal = {};
    private boolean isUnchanged;

    /// @param anew makes the encoder for an answer that has no body
    public RewriteOutlet(DialectRequest dialectRequest, BackendCodec codec, Supplier<WholeEncoder> anew) {
        this.dialectRequest = dialectRequest;
        this.codec = codec;
        this.anew = anew;
    }

    @Override
    public void relay(BackendPart part, FilterResult filtered) {
        switch (part) {
            case BackendPart.Body(ObjectNode answer, byte[] received) -> {
                body = answer;
                bytes = received;
                isUnchanged = filtered.isUnchanged();
            }
            case BackendPart.Failed(Failure _, byte[] received) -> refusal = received;
            case BackendPart.Frame _, BackendPart.Ended _ -> {}
        }
        passed.addAll(filtered.events());
    }

    @Override
    public void on(StreamEvent event) {
        // taken with the part that it was read from
    }

    @Override
    public void finish(Finish finish) {
        dialectRequest.json(200, answer(finish));
    }

    private byte[] answer(Finish finish) {
        ObjectNode received = body;
        if (received != null && isUnchanged) {
            return bytes;
        }
        passed.add(finish);
        if (received != null) {
            return codec.rewrite(received, passed);
        }
        WholeEncoder encoder = anew.get();
        passed.forEach(encoder::on);
        return encoder.body();
    }

    @Override
    public void fail(Failure failure) {
        dialectRequest.refuse(failure, refusal);
    }
}
