package dev.throughline.gateway.answer;

import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.WholeEncoder;
import io.vertx.core.http.HttpServerResponse;
import java.util.Arrays;
import java.util.Optional;

/// A JSON body that goes wrong on purpose: cut in half for a drop and for an end left out, without its last byte for a
/// malformed event.
public final class FaultyWholeOutlet implements AnswerOutlet {
    private final DialectRequest dialectRequest;
    private final WholeEncoder encoder;
    private final WireFaults faults;

    public FaultyWholeOutlet(DialectRequest dialectRequest, WholeEncoder encoder, WireFaults faults) {
        this.dialectRequest = dialectRequest;
        this.encoder = encoder;
        this.faults = faults;
    }

    @Override
    public void on(StreamEvent event) {
        encoder.on(event);
    }

    @Override
    public void finish(Finish finish) {
        encoder.on(finish);
        HttpServerResponse response = dialectRequest.response();
        if (faults.hangs() || response.closed() || response.ended()) {
            return;
        }
        byte[] body = encoder.body();
        var writer = new FaultyWriter(dialectRequest.request(), faults.slice());
        if (faults.sendsEmptyBody()) {
            dialectRequest.json(200, new byte[0]);
            return;
        }
        dialectRequest.head(200, DialectRequest.JSON).putHeader("content-length", Integer.toString(body.length));
        if (drops()) {
            int inside = faults.dropsInsideCharacter() ? FaultyWriter.insideCharacter(body) : -1;
            writer.drop(Arrays.copyOf(body, inside > 0 ? inside : body.length / 2));
            return;
        }
        if (faults.malformedAfter().isPresent()) {
            body[body.length - 1] = ' ';
        }
        writer.write(body);
        response.end();
    }

    @Override
    public void fail(Failure failure) {
        dialectRequest.refuse(failure);
    }

    @Override
    public Optional<String> flaw() {
        boolean isWhole = !faults.hangs()
                && !faults.sendsEmptyBody()
                && !drops()
                && faults.malformedAfter().isEmpty();
        return isWhole ? Optional.empty() : Optional.of("the body was spoilt on purpose");
    }

    private boolean drops() {
        return faults.dropAfter().isPresent() || faults.dropsInsideCharacter() || faults.leavesEndOut();
    }
}
