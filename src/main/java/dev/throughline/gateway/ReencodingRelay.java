package dev.throughline.gateway;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.util.List;

/// Writes every answer anew.
record ReencodingRelay(StreamDecoder decoder, StreamEncoder encoder) implements StreamRelay {

    @Override
    public void forward(SseFrame frame, boolean isUnchanged, List<StreamEvent> passed, FrameBuffer out) {
        passed.forEach(event -> encoder.on(event, out));
    }

    @Override
    public void finish(List<StreamEvent> rest, Finish finish, FrameBuffer out) {
        rest.forEach(event -> encoder.on(event, out));
        encoder.on(finish, out);
    }

    @Override
    public void rest(List<StreamEvent> rest, FrameBuffer out) {
        rest.forEach(event -> encoder.on(event, out));
    }

    @Override
    public void fail(Failure failure, FrameBuffer out) {
        encoder.on(failure, out);
    }

    @Override
    public void keepAlive(FrameBuffer out) {
        encoder.keepAlive(out);
    }
}
