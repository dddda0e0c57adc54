package dev.throughline.gateway;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.WholeEncoder;
import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;

/// A dialect of nothing but text, for tests of what is around a dialect.
public final class PlainTextCodec implements StreamEncoder, WholeEncoder {
    private final StringBuilder whole = new StringBuilder();

    @Override
    public void on(StreamEvent event, FrameBuffer out) {
        switch (event) {
            case TextDelta(String text) -> out.raw("data: " + text + "\n\n");
            case Finish _ -> out.raw("data: stop\n\ndata: [DONE]\n\n");
            case Failure failure -> out.raw("data: error " + failure.message() + "\n\n");
            default -> {}
        }
    }

    @Override
    public void keepAlive(FrameBuffer out) {
        out.raw(": quiet\n\n");
    }

    @Override
    public void on(StreamEvent event) {
        if (event instanceof TextDelta(String text)) {
            whole.append(text);
        }
    }

    @Override
    public byte[] body() {
        return ("{\"text\":\"" + whole + "\"}").getBytes(StandardCharsets.UTF_8);
    }
}
