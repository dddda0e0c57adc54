package dev.throughline.wire.sse;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Replaces the value of the `model` field of a JSON object and leaves every other byte unchanged. The
/// field is searched for at the top level, or one object below (`message` and `response` of streamed
/// answers), never inside strings.
public final class ModelFieldRewrite {
    private static final byte[] KEY = "\"model\"".getBytes(StandardCharsets.US_ASCII);

    private final byte[] name;
    private final int deepest;

    /// @param name the new name
    /// @param isNested whether objects directly below the top level are searched too
    public ModelFieldRewrite(String name, boolean isNested) {
        this.name = new FrameBuffer().json(name).take();
        this.deepest = isNested ? 2 : 1;
    }

    /// A frame with the new name; the same frame if it has no such field.
    public SseFrame renamed(SseFrame frame) {
        if (frame.isEmpty()) {
            return frame;
        }
        Extent value = find(frame.data(), frame.dataFrom(), frame.dataTo());
        if (value.isNone()) {
            return frame;
        }
        int growth = name.length - value.length();
        if (frame.data() != frame.bytes()) {
            byte[] data = replaced(frame.data(), frame.dataFrom(), frame.dataTo(), value);
            return oneLine(frame, data);
        }
        byte[] bytes = replaced(frame.bytes(), frame.from(), frame.to(), value);
        int start = frame.dataFrom() - frame.from();
        int end = frame.dataTo() - frame.from() + growth;
        return new SseFrame(bytes, 0, bytes.length, frame.event(), bytes, start, end);
    }

    /// A body with the new name; the same array if it has no such field.
    public byte[] renamed(byte[] body) {
        Extent value = find(body, 0, body.length);
        return value.isNone() ? body : replaced(body, 0, body.length, value);
    }

    /// A frame whose data was on several lines, written on one.
    private static SseFrame oneLine(SseFrame frame, byte[] data) {
        byte[] flat = new String(data, StandardCharsets.UTF_8).replace("\n", "").getBytes(StandardCharsets.UTF_8);
        return SseFrame.of(frame.event(), flat);
    }

    private byte[] replaced(byte[] bytes, int from, int to, Extent value) {
        byte[] result = new byte[to - from + name.length - value.length()];
        int before = value.from() - from;
        System.arraycopy(bytes, from, result, 0, before);
        System.arraycopy(name, 0, result, before, name.length);
        System.arraycopy(bytes, value.to(), result, before + name.length, to - value.to());
        return result;
    }

    private record Extent(int from, int to) {
        private static final Extent NONE = new Extent(-1, -1);

        boolean isNone() {
            return from < 0;
        }

        int length() {
            return to - from;
        }
    }

    /// The value of the field, including its quotation marks. Arrays are not searched.
    private Extent find(byte[] bytes, int from, int to) {
        int depth = 0;
        int arrays = 0;
        int at = from;
        while (at < to) {
            switch (bytes[at]) {
                case '{' -> depth++;
                case '}' -> depth--;
                case '[' -> arrays++;
                case ']' -> arrays--;
                case '"' -> {
                    int end = stringEnd(bytes, at, to);
                    if (arrays == 0 && depth <= deepest && isKey(bytes, at, end)) {
                        Extent value = value(bytes, end, to);
                        if (!value.isNone()) {
                            return value;
                        }
                    }
                    at = end - 1;
                }
                default -> {}
            }
            at++;
        }
        return Extent.NONE;
    }

    private static boolean isKey(byte[] bytes, int from, int to) {
        return Arrays.equals(bytes, from, to, KEY, 0, KEY.length);
    }

    /// The string after a key and its colon.
    private static Extent value(byte[] bytes, int keyEnd, int to) {
        int colon = blanks(bytes, keyEnd, to);
        if (colon >= to || bytes[colon] != ':') {
            return Extent.NONE;
        }
        int start = blanks(bytes, colon + 1, to);
        return start < to && bytes[start] == '"' ? new Extent(start, stringEnd(bytes, start, to)) : Extent.NONE;
    }

    private static int blanks(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\n' || bytes[at] == '\r')) {
            at++;
        }
        return at;
    }

    /// The position after the closing quotation mark.
    private static int stringEnd(byte[] bytes, int open, int to) {
        int at = open + 1;
        while (at < to && bytes[at] != '"') {
            at += bytes[at] == '\\' ? 2 : 1;
        }
        return Math.min(at + 1, to);
    }
}
