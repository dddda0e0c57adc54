package dev.throughline.wire.sse;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A growing UTF-8 buffer into which frames are written. Not thread-safe; meant to be reused by one answer.
///
/// Strings are written as JSON without an intermediate copy: quotes, backslashes and control characters are
/// escaped as required by RFC 8259, a lone surrogate becomes an escape, everything else is unchanged. A
/// text that exists only in the recorded answer leaves a gap between its quotes, to be filled by the
/// consumer of the parts.
public final class FrameBuffer {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int FIRST_CAPACITY = 512;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length;
    private final List<Gap> gaps = new ArrayList<>(0);
    private int frame;

    /// @param frame start of the frame that contains it
    private record Gap(int at, int frame, RecordedText text) {}

    /// Bytes written since the last `take`.
    public int length() {
        return length;
    }

    /// Appends text that needs no escaping, as UTF-8.
    public FrameBuffer raw(String text) {
        reserve(6 * text.length());
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                bytes[length++] = (byte) unit;
            } else {
                i = wide(text, i, unit);
            }
        }
        return this;
    }

    /// Appends bytes that need no escaping.
    public FrameBuffer raw(byte[] text) {
        return raw(text, 0, text.length);
    }

    /// Appends some of these bytes.
    public FrameBuffer raw(byte[] text, int from, int count) {
        reserve(count);
        System.arraycopy(text, from, bytes, length, count);
        length += count;
        return this;
    }

    /// Appends a number.
    public FrameBuffer number(long value) {
        return raw(Long.toString(value));
    }

    /// Appends a JSON string, quotes included.
    public FrameBuffer json(String text) {
        reserve(6 * text.length() + 2);
        bytes[length++] = '"';
        inside(text);
        bytes[length++] = '"';
        return this;
    }

    /// Appends text as the inside of a JSON string, without quotes.
    FrameBuffer inside(String text) {
        reserve(6 * text.length());
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit >= 0x80) {
                i = wide(text, i, unit);
            } else if (unit < 0x20 || unit == '"' || unit == '\\') {
                escape(unit);
            } else {
                bytes[length++] = (byte) unit;
            }
        }
        return this;
    }

    /// Marks the beginning of a frame; required for frames with recorded texts.
    public void frame() {
        frame = length;
    }

    /// Appends a JSON string whose inside is in the recorded answer.
    public FrameBuffer recorded(RecordedText text) {
        return recorded(List.of(text));
    }

    /// Appends a JSON string whose inside is in several places of the recorded answer.
    public FrameBuffer recorded(List<RecordedText> texts) {
        raw("\"");
        texts.forEach(text -> gaps.add(new Gap(length, frame, text)));
        return raw("\"");
    }

    /// Whether recorded texts were appended since the last `take`.
    public boolean hasRecorded() {
        return !gaps.isEmpty();
    }

    /// The bytes written so far; the buffer is empty afterwards. Not for frames with recorded texts.
    public byte[] take() {
        if (hasRecorded()) {
            throw new IllegalStateException("the frames have texts that are in the record");
        }
        byte[] taken = Arrays.copyOf(bytes, length);
        length = 0;
        return taken;
    }

    /// The parts written so far, in order; the buffer is empty afterwards.
    public List<FramePart> takeParts() {
        List<FramePart> parts = new ArrayList<>();
        int from = 0;
        for (Gap gap : gaps) {
            if (gap.frame() > from) {
                parts.add(new FramePart.Bytes(Arrays.copyOfRange(bytes, from, gap.frame())));
                from = gap.frame();
            }
            byte[] before = Arrays.copyOfRange(bytes, from, gap.at());
            parts.add(new FramePart.Recorded(before, from == gap.frame(), gap.text()));
            from = gap.at();
        }
        if (from < length) {
            parts.add(new FramePart.Bytes(Arrays.copyOfRange(bytes, from, length)));
        }
        gaps.clear();
        length = 0;
        frame = 0;
        return parts;
    }

    private int wide(String text, int at, char unit) {
        if (unit < 0x800) {
            bytes[length++] = (byte) (0xC0 | unit >> 6);
            bytes[length++] = (byte) (0x80 | unit & 0x3F);
            return at;
        }
        if (!Character.isSurrogate(unit)) {
            bytes[length++] = (byte) (0xE0 | unit >> 12);
            bytes[length++] = (byte) (0x80 | unit >> 6 & 0x3F);
            bytes[length++] = (byte) (0x80 | unit & 0x3F);
            return at;
        }
        return surrogate(text, at, unit);
    }

    private int surrogate(String text, int at, char unit) {
        boolean isPair = Character.isHighSurrogate(unit)
                && at + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(at + 1));
        if (!isPair) {
            unicodeEscape(unit);
            return at;
        }
        int point = Character.toCodePoint(unit, text.charAt(at + 1));
        bytes[length++] = (byte) (0xF0 | point >> 18);
        bytes[length++] = (byte) (0x80 | point >> 12 & 0x3F);
        bytes[length++] = (byte) (0x80 | point >> 6 & 0x3F);
        bytes[length++] = (byte) (0x80 | point & 0x3F);
        return at + 1;
    }

    private void escape(char unit) {
        switch (unit) {
            case '"', '\\' -> two((byte) unit);
            case '\n' -> two((byte) 'n');
            case '\r' -> two((byte) 'r');
            case '\t' -> two((byte) 't');
            default -> unicodeEscape(unit);
        }
    }

    private void two(byte letter) {
        bytes[length++] = '\\';
        bytes[length++] = letter;
    }

    private void unicodeEscape(char unit) {
        two((byte) 'u');
        for (int shift = 12; shift >= 0; shift -= 4) {
            bytes[length++] = HEX[unit >> shift & 0xF];
        }
    }

    private void reserve(int more) {
        int needed = length + more;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
        }
    }
}
