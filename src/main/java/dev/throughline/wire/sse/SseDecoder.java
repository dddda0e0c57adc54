package dev.throughline.wire.sse;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Decodes Server-Sent Events. Accepts bytes split anywhere, even inside a code point; emits whole blocks,
/// including comments, each with its original bytes. Lines end with LF, CR LF or CR; a byte order mark at
/// the start is skipped. Every byte is examined once. Not thread-safe. Source: WHATWG HTML 9.2.6,
/// "Interpreting an event stream".
public final class SseDecoder {
    private static final byte[] NOTHING = {};
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final int largest;
    private byte[] bytes = NOTHING;
    /// First byte of the current block.
    private int start;
    /// First byte of its current line.
    private int line;
    /// Next byte to examine.
    private int at;
    /// Position after the last received byte.
    private int end;
    private boolean isOwn;
    private boolean afterReturn;
    private boolean isBegun;
    private boolean isTooLarge;
    /// Length of the byte order mark in the current block.
    private int mark;

    /// @param largest size in bytes from which a block is too large
    public SseDecoder(int largest) {
        this.largest = largest;
    }

    /// Decodes more bytes; ownership of the array is transferred, and it must no longer change.
    /// @return whether decoding may continue: false if a block is too large, which is not emitted
    public boolean feed(byte[] chunk, Consumer<SseFrame> out) {
        append(chunk);
        if (!isBegun && !begin()) {
            return true;
        }
        while (at < end && !isTooLarge) {
            byte unit = bytes[at];
            if (afterReturn && unit == '\n') {
                afterReturn = false;
                at++;
                line = at;
                continue;
            }
            afterReturn = false;
            if (unit == '\n' || unit == '\r') {
                lineEnds(unit == '\r', out);
            } else {
                at = LineBreaks.next(bytes, at + 1, end);
            }
        }
        return !isTooLarge && size(start, end) <= largest;
    }

    /// Bytes of an unfinished block.
    public int rest() {
        return end - start;
    }

    private void lineEnds(boolean isReturn, Consumer<SseFrame> out) {
        boolean isBlank = at == line;
        at++;
        line = at;
        afterReturn = isReturn;
        if (isBlank) {
            // The line feed of an already received CR LF belongs to this block.
            if (isReturn && at < end && bytes[at] == '\n') {
                at++;
                line = at;
                afterReturn = false;
            }
            block(out);
        }
    }

    private void block(Consumer<SseFrame> out) {
        int from = start;
        int fields = from + mark;
        start = at;
        mark = 0;
        if (size(from, at) > largest) {
            isTooLarge = true;
        } else {
            out.accept(SseFields.read(bytes, from, fields, at));
        }
    }

    /// Bytes of a block without the line feed of a CR LF at its end, which a split assigns to the next
    /// block.
    private int size(int from, int to) {
        int first = from < to && bytes[from] == '\n' ? from + 1 : from;
        boolean endsInPair = to - first > 1 && bytes[to - 1] == '\n' && bytes[to - 2] == '\r';
        return to - first - (endsInPair ? 1 : 0);
    }

    /// Skips a byte order mark; false while it is undecided.
    private boolean begin() {
        int length = Math.min(MARK.length, end - start);
        boolean mayBe = Arrays.equals(bytes, start, start + length, MARK, 0, length);
        if (mayBe && length < MARK.length) {
            return false;
        }
        isBegun = true;
        if (mayBe) {
            mark = MARK.length;
            at = line = start + mark;
        }
        return true;
    }

    /// Emitted blocks keep their array: bytes are only ever written after `end`.
    private void append(byte[] chunk) {
        if (start == end) {
            bytes = chunk;
            start = line = at = 0;
            end = chunk.length;
            isOwn = false;
            return;
        }
        int needed = end + chunk.length;
        if (!isOwn || needed > bytes.length) {
            move(chunk.length);
        }
        System.arraycopy(chunk, 0, bytes, end, chunk.length);
        end += chunk.length;
    }

    private void move(int more) {
        int kept = end - start;
        bytes = Arrays.copyOfRange(bytes, start, start + Math.max(kept + more, 2 * kept));
        line -= start;
        at -= start;
        start = 0;
        end = kept;
        isOwn = true;
    }

    /// Parses the fields of one block: `event` and `data`, from which at most one leading space is removed.
    /// Several `data` lines are joined with a line feed. Other fields and comments are ignored.
    private static final class SseFields {
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
}
