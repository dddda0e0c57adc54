package dev.throughline.wire.sse;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A growing UTF-8 buffer into which frames are written. Not thread-safe; meant to be reused by one answer.
///
/// Strings are written as JSON without an intermediate copy: quotes, backslashes and control characters are
/// escaped as required by RFC 8259, a lone surrogate becomes an escape, everything else is unchanged. Much is
/// kept in pieces: it is never copied to grow.
public final class FrameBuffer {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int FIRST_CAPACITY = 512;
    private static final int PIECE = 64 * 1024;
    /// UTF-16 code units of a long text that are escaped at once.
    private static final int SLICE = 8 * 1024;

    private byte[] bytes = new byte[FIRST_CAPACITY];
    private int length;
    /// The bytes that were written before `bytes`.
    private final List<byte[]> pieces = new ArrayList<>(0);
    private int before;

    /// Bytes written since the last `take`.
    public int length() {
        return before + length;
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
        if (text.length() > SLICE) {
            return sliced(text);
        }
        reserve(6 * text.length() + 2);
        bytes[length++] = '"';
        inside(text);
        bytes[length++] = '"';
        return this;
    }

    /// The same of a text that may have grown long.
    public FrameBuffer json(StringBuilder text) {
        return sliced(text);
    }

    private FrameBuffer sliced(CharSequence text) {
        raw("\"");
        int from = 0;
        while (from < text.length()) {
            int to = Math.min(text.length(), from + SLICE);
            if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
                to--;
            }
            inside(text.subSequence(from, to).toString());
            from = to;
        }
        return raw("\"");
    }

    private void inside(String text) {
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
    }

    /// The bytes written so far, in pieces; the buffer is empty afterwards.
    public List<byte[]> takePieces() {
        List<byte[]> taken = new ArrayList<>(pieces);
        taken.add(Arrays.copyOf(bytes, length));
        pieces.clear();
        before = 0;
        length = 0;
        return taken;
    }

    /// The bytes written so far; the buffer is empty afterwards.
    public byte[] take() {
        if (!pieces.isEmpty()) {
            var whole = new ByteArrayOutputStream(length());
            takePieces().forEach(whole::writeBytes);
            return whole.toByteArray();
        }
        byte[] taken = Arrays.copyOf(bytes, length);
        length = 0;
        return taken;
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
        if (length >= PIECE && length + more > bytes.length) {
            pieces.add(Arrays.copyOf(bytes, length));
            before += length;
            length = 0;
        }
        int needed = length + more;
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
        }
    }
}
