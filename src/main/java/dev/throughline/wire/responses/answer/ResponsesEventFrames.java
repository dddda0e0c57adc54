package dev.throughline.wire.responses.answer;

import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.LongSupplier;

/// Writes the frames of one stream: each with the event's name, its type and the next sequence number.
public final class ResponsesEventFrames {
    private static final String NAME = "event: response.";
    private static final String TYPE = "\ndata: {\"type\":\"response.";
    private static final String NUMBER = "\",\"sequence_number\":";

    private FrameBuffer out = new FrameBuffer();
    private final LongSupplier numbers;

    /// Numbers frames from 0.
    ResponsesEventFrames() {
        this(new Count());
    }

    /// @param numbers assigns each frame its number
    public ResponsesEventFrames(LongSupplier numbers) {
        this.numbers = numbers;
    }

    private static final class Count implements LongSupplier {
        private long next;

        @Override
        public long getAsLong() {
            return next++;
        }
    }

    /// Receives the following frames.
    public void into(FrameBuffer buffer) {
        out = buffer;
    }

    /// Begins a frame; its other fields, each preceded by a comma, are appended to the returned buffer.
    /// @param type the event's type without `response.`
    FrameBuffer begin(String type) {
        out.frame();
        return out.raw(NAME).raw(type).raw(TYPE).raw(type).raw(NUMBER).number(numbers.getAsLong());
    }

    void end() {
        out.raw("}\n\n");
    }

    /// Writes a frame whose fields were prepared.
    /// @param head the result of `deltaHead`
    /// @param place the fields up to and including the name of the last one
    /// @param tail what follows the text
    void delta(byte[] head, byte[] place, String text, byte[] tail) {
        out.raw(head).number(numbers.getAsLong()).raw(place).json(text).raw(tail);
    }

    /// A frame of this type up to its number.
    static byte[] deltaHead(String type) {
        return ascii(NAME + type + TYPE + type + NUMBER);
    }

    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
