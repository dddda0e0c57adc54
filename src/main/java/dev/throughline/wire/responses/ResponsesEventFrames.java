package dev.throughline.wire.responses;

import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;

/// Writes the frames of one stream: each with the event's name, its type and the next number, from 0.
final class ResponsesEventFrames {
    private static final String NAME = "event: response.";
    private static final String TYPE = "\ndata: {\"type\":\"response.";
    private static final String NUMBER = "\",\"sequence_number\":";

    private FrameBuffer out = new FrameBuffer();
    private long next;

    /// Where the following frames go.
    public void into(FrameBuffer buffer) {
        out = buffer;
    }

    /// Begins a frame; its further fields, each with a comma before it, go into the buffer that is returned.
    /// @param type the event's type without `response.`
    public FrameBuffer begin(String type) {
        return out.raw(NAME).raw(type).raw(TYPE).raw(type).raw(NUMBER).number(number());
    }

    /// Ends the frame that was begun.
    public void end() {
        out.raw("}\n\n");
    }

    /// The number of the next frame, used up.
    public long number() {
        return next++;
    }

    /// Continues the numbers of frames that were not written here.
    public void startAt(long number) {
        next = number;
    }

    /// Writes a frame whose fields were laid out before.
    /// @param head what `deltaHead` gave
    /// @param place the fields up to and with the name of the last one
    /// @param tail what follows the text
    void delta(byte[] head, byte[] place, String text, byte[] tail) {
        out.raw(head).number(next++).raw(place).json(text).raw(tail);
    }

    /// A frame of this type up to its number.
    static byte[] deltaHead(String type) {
        return ascii(NAME + type + TYPE + type + NUMBER);
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
