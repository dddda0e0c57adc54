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
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An answer in one JSON body: that of a backend of the client's dialect as received, or written again where something
/// was changed. An answer of another dialect, of the stub, or received as a stream although one body was requested is
/// written from its events alone.
final class BodyOutlet implements AnswerOutlet {
    private final DialectRequest dialectRequest;
    private final @Nullable BackendCodec same;
    private final Supplier<WholeEncoder> anew;
    private final FaultyWriter writer;
    private final List<StreamEvent> passed = new ArrayList<>();
    private @Nullable ObjectNode body;
    private byte[] bytes = {};
    private byte[] refusal = {};
    private boolean isUnchanged;

    /// @param same of a backend of the client's dialect
    /// @param anew makes the encoder of an answer without a body of that dialect
    BodyOutlet(
            DialectRequest dialectRequest,
            Optional<BackendCodec> same,
            Supplier<WholeEncoder> anew,
            WireFaults faults) {
        this.dialectRequest = dialectRequest;
        this.same = same.orElse(null);
        this.anew = anew;
        this.writer = new FaultyWriter(dialectRequest, faults);
    }

    @Override
    public void part(BackendPart part, FilterResult filtered) {
        if (same != null && part instanceof BackendPart.Body(ObjectNode answer, byte[] received)) {
            body = answer;
            bytes = received;
            isUnchanged = filtered.isUnchanged();
        } else if (same != null && part instanceof BackendPart.Failed(Failure _, byte[] received)) {
            refusal = received;
        }
        passed.addAll(filtered.events());
    }

    @Override
    public void finish(Finish finish) {
        writer.body(answer(finish));
    }

    private byte[] answer(Finish finish) {
        ObjectNode received = body;
        if (received != null && isUnchanged) {
            return bytes;
        }
        passed.add(finish);
        if (same != null && received != null) {
            return same.rewrite(received, passed);
        }
        WholeEncoder encoder = anew.get();
        passed.forEach(encoder::on);
        return encoder.body();
    }

    @Override
    public void fail(Failure failure) {
        dialectRequest.refuse(failure, refusal);
    }

    @Override
    public Optional<String> flaw() {
        return writer.bodyFlaw();
    }
}
