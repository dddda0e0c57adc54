package dev.throughline.gateway.answer;

import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.WholeEncoder;

/// An answer in one JSON body.
final class WholeOutlet implements AnswerOutlet {
    private final DialectRequest dialectRequest;
    private final WholeEncoder encoder;

    WholeOutlet(DialectRequest dialectRequest, WholeEncoder encoder) {
        this.dialectRequest = dialectRequest;
        this.encoder = encoder;
    }

    @Override
    public void on(StreamEvent event) {
        encoder.on(event);
    }

    @Override
    public void finish(Finish finish) {
        encoder.on(finish);
        dialectRequest.json(200, encoder.body());
    }

    @Override
    public void fail(Failure failure) {
        dialectRequest.refuse(failure);
    }
}
