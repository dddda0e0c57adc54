package dev.throughline.wire.sse;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds line feeds and carriage returns, eight bytes at a time.
final class LineBreaks {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long LINE_FEEDS = LOW_BITS * '\n';
    private static final long RETURNS = LOW_BITS * '\r';

    private LineBreaks() {}

    /// The place of the first line feed or carriage return in `[from, to)`, else `to`.
    static int next(byte[] bytes, int from, int to) {
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long eight = (long) LONGS.get(bytes, at);
            long found = zeros(eight ^ LINE_FEEDS) | zeros(eight ^ RETURNS);
            if (found != 0) {
                return at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
            }
        }
        while (at < to && bytes[at] != '\n' && bytes[at] != '\r') {
            at++;
        }
        return at;
    }

    /// The high bit of the first byte that is zero; bits above it may be wrong.
    private static long zeros(long eight) {
        return eight - LOW_BITS & ~eight & HIGH_BITS;
    }
}
