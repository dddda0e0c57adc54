package dev.throughline.wire.sse;

import java.util.Arrays;
import java.util.function.Consumer;

/// Decodes Server-Sent Events. Accepts bytes cut anywhere, even inside a code point; emits whole blocks, comments
/// included, each with the bytes it came in. Lines end with LF, CR LF or CR; a byte order mark at the start is skipped.
/// Every byte is looked at once. Not thread-safe.
/// Source: WHATWG HTML 9.2.6, "Interpreting an event stream".
public final class SseDecoder {
    private static final byte[] NOTHING = {};
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final int largest;
    private byte[] bytes = NOTHING;
    /// First byte of the block under way.
    private int start;
    /// First byte of its line under way.
    private int line;
    /// Next byte to look at.
    private int at;
    /// Behind the last byte that came.
    private int end;
    private boolean isOwn;
    private boolean afterReturn;
    private boolean isBegun;
    private boolean isTooLarge;
    /// Bytes of the byte order mark in the block under way.
    private int mark;

    /// @param largest bytes of a block that are too many
    public SseDecoder(int largest) {
        this.largest = largest;
    }

    /// Reads more bytes; the array is handed over and must not change any more.
    /// @return whether it may go on: false when a block is larger than the largest, which is not emitted
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
                at = nextBreak(at + 1);
            }
        }
        return !isTooLarge && size(start, end) <= largest;
    }

    /// Bytes of a block that no blank line has ended.
    public int rest() {
        return end - start;
    }

    private void lineEnds(boolean isReturn, Consumer<SseFrame> out) {
        boolean isBlank = at == line;
        at++;
        line = at;
        afterReturn = isReturn;
        if (isBlank) {
            // The line feed of a CR LF that has come already belongs to this block.
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

    /// Bytes of a block that count: not the line feed of a CR LF at its end, which a cut gives to the next block.
    private int size(int from, int to) {
        int first = from < to && bytes[from] == '\n' ? from + 1 : from;
        boolean endsInPair = to - first > 1 && bytes[to - 1] == '\n' && bytes[to - 2] == '\r';
        return to - first - (endsInPair ? 1 : 0);
    }

    private int nextBreak(int from) {
        int to = from;
        while (to < end && bytes[to] != '\n' && bytes[to] != '\r') {
            to++;
        }
        return to;
    }

    /// Skips a byte order mark; false while it cannot be told.
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

    /// What was emitted keeps its array: bytes are only ever written behind `end`.
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
}
