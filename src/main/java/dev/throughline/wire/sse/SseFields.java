package dev.throughline.wire.sse;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Parses the fields of one block: `event` and `data`, from which at most one leading space is removed.
/// Several `data` lines are joined with a line feed. Other fields and comments are ignored.
final class SseFields {
    private static final byte[] EVENT = "event".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);

    private final byte[] bytes;
    private String event = "";
    private int dataFrom;
    private int dataTo;
    private boolean anyData;

    private @Nullable ByteArrayOutputStream joined;

    private SseFields(byte[] bytes) {
        this.bytes = bytes;
    }

    /// @param first first byte of the first line; after `from` only if a byte order mark precedes it
    static SseFrame read(byte[] bytes, int from, int first, int to) {
        var fields = new SseFields(bytes);
        int line = first;
        for (int at = LineBreaks.next(bytes, line, to); at < to; at = LineBreaks.next(bytes, line, to)) {
            fields.line(line, at);
            line = at + 1;
        }
        return fields.frame(from, to);
    }

    private SseFrame frame(int from, int to) {
        if (joined == null) {
            return new SseFrame(bytes, from, to, event, bytes, dataFrom, dataTo);
        }
        byte[] data = joined.toByteArray();
        return new SseFrame(bytes, from, to, event, data, 0, data.length);
    }

    private void line(int from, int to) {
        int colon = from;
        while (colon < to && bytes[colon] != ':') {
            colon++;
        }
        int value = colon < to ? colon + 1 : to;
        if (value < to && bytes[value] == ' ') {
            value++;
        }
        if (is(DATA, from, colon)) {
            data(value, to);
        } else if (is(EVENT, from, colon)) {
            event = new String(bytes, value, to - value, StandardCharsets.UTF_8);
        }
    }

    private void data(int from, int to) {
        if (!anyData) {
            anyData = true;
            dataFrom = from;
            dataTo = to;
            return;
        }
        ByteArrayOutputStream lines = joined;
        if (lines == null) {
            lines = new ByteArrayOutputStream();
            lines.write(bytes, dataFrom, dataTo - dataFrom);
            joined = lines;
        }
        lines.write('\n');
        lines.write(bytes, from, to - from);
    }

    private boolean is(byte[] name, int from, int to) {
        return to - from == name.length && java.util.Arrays.equals(bytes, from, to, name, 0, name.length);
    }
}
