package dev.throughline.gateway.answer;

import dev.throughline.gateway.admission.Call;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.WholeEncoder;

/// An answer in one JSON body.
final class WholeOutlet implements Outlet {
    private final Call call;
    private final WholeEncoder encoder;

    WholeOutlet(Call call, WholeEncoder encoder) {
        this.call = call;
        this.encoder = encoder;
    }

    @Override
    public void on(StreamEvent event) {
        encoder.on(event);
    }

    @Override
    public void flush() {
        // nothing is sent before the end
    }

    @Override
    public void finish(Finish finish) {
        encoder.on(finish);
        call.json(200, encoder.body());
    }

    @Override
    public void fail(Failure failure) {
        call.refuse(failure);
    }

    @Override
    public void keepAlive() {
        // a JSON body has no place for it
    }
}
