package dev.throughline.gateway.admission;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Estimates the heap use of a JSON text while it is decoded, judged, stored and sent on; computed as the
/// text arrives, before anything is decoded.
///
/// A byte counts five times: as received, in the decoded text, in the buffers of the database and backend
/// connections, and in the body that is sent on. Each value has an object besides its text, so `[[],[],[]]`
/// takes many times its length. The factors are estimates.
public final class JsonWeight {
    private static final int PER_BYTE = 5;
    private static final int PER_VALUE = 64;
    private static final int KEPT_PER_BYTE = 2;
    private static final int KEPT_PER_VALUE = 128;

    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';

    private long bytes;
    private long values;
    private boolean isInString;
    private boolean isEscaped;

    /// Minimum weight of a text of this length.
    public static long least(long length) {
        return PER_BYTE * length;
    }

    /// Takes the next bytes of the text, split anywhere.
    public void add(byte[] text, int from, int length) {
        bytes += length;
        boolean inString = isInString;
        boolean escaped = isEscaped;
        long found = 0;
        int end = from + length;
        for (int i = from; i < end; i++) {
            if (inString && !escaped) {
                i = pastPlain(text, i, end);
                if (i == end) {
                    break;
                }
            }
            byte c = text[i];
            if (inString) {
                if (escaped) {
                    escaped = false;
                } else if (c == '\\') {
                    escaped = true;
                } else if (c == '"') {
                    inString = false;
                }
            } else if (c == '"') {
                inString = true;
            } else if (c == ',' || c == ':' || c == '{' || c == '[') {
                found++;
            }
        }
        isInString = inString;
        isEscaped = escaped;
        values += found;
    }

    /// The next quote or backslash, eight bytes at a time: most of a request is inside of strings.
    private static int pastPlain(byte[] text, int from, int end) {
        int at = from;
        while (at <= end - Long.BYTES) {
            long eight = (long) EIGHT.get(text, at);
            long found = zeros(eight ^ QUOTES) | zeros(eight ^ BACKSLASHES);
            if (found != 0) {
                return at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
            }
            at += Long.BYTES;
        }
        while (at < end && text[at] != '"' && text[at] != '\\') {
            at++;
        }
        return at;
    }

    /// Has the high bit of the lowest zero byte set, and none below it.
    private static long zeros(long eight) {
        return (eight - ONES) & ~eight & HIGHS;
    }

    /// Heap bytes for what was added.
    public long heapBytes() {
        return PER_BYTE * bytes + PER_VALUE * values;
    }

    /// Heap bytes for the text and its decoded values alone, by an estimate that is rather too high.
    public long keptBytes() {
        return KEPT_PER_BYTE * bytes + KEPT_PER_VALUE * values;
    }
}
