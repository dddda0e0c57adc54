package dev.throughline.wire.sse;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// One block of an event stream as received, with its parsed fields. The array is never modified.
///
/// @param bytes contains the block, possibly among others
/// @param from first byte of the block
/// @param to position after its last byte, including the blank line
/// @param event the event's name; empty for none
/// @param data contains the joined `data` lines: `bytes` itself if there is only one
/// @param dataFrom first byte of the data
/// @param dataTo position after the last byte of the data; equal to `dataFrom` for a block without data (a
///     comment)
public record SseFrame(byte[] bytes, int from, int to, String event, byte[] data, int dataFrom, int dataTo) {
    /// A frame of one event.
    /// @param event its name; empty for none
    /// @param data one line
    public static SseFrame of(String event, byte[] data) {
        String name = event.isEmpty() ? "" : "event: " + event + "\n";
        byte[] head = (name + "data: ").getBytes(StandardCharsets.UTF_8);
        byte[] bytes = Arrays.copyOf(head, head.length + data.length + 2);
        System.arraycopy(data, 0, bytes, head.length, data.length);
        bytes[bytes.length - 2] = '\n';
        bytes[bytes.length - 1] = '\n';
        return new SseFrame(bytes, 0, bytes.length, event, bytes, head.length, head.length + data.length);
    }

    /// Whether it has no data: comments and fields without data.
    public boolean isEmpty() {
        return dataFrom == dataTo;
    }

    /// The data as text.
    public String text() {
        return new String(data, dataFrom, dataTo - dataFrom, StandardCharsets.UTF_8);
    }

    /// Bytes of the block.
    public int length() {
        return to - from;
    }
}
