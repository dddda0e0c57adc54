package dev.throughline.gateway.admission;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/// A request body while it is received: in arrays that never grow, since copying a large one would hold the
/// event loop for too long. They are joined when the body is complete.
public final class BodySlices {
    /// Size of each slice after the first.
    static final int SLICE = 256 * 1024;

    private final List<byte[]> full = new ArrayList<>();
    private byte[] slice;
    private int used;
    private int length;

    /// @param first size of the first slice; the whole body if its length is known
    BodySlices(byte[] first) {
        slice = first;
    }

    /// Number of bytes received.
    public int length() {
        return length;
    }

    /// Copies a chunk.
    /// @param weight updated with the copied bytes
    void append(Buffer chunk, JsonWeight weight) {
        int at = 0;
        while (at < chunk.length()) {
            if (used == slice.length) {
                full.add(slice);
                slice = new byte[SLICE];
                used = 0;
            }
            int count = Math.min(chunk.length() - at, slice.length - used);
            chunk.getBytes(at, at + count, slice, used);
            weight.add(slice, used, count);
            used += count;
            at += count;
        }
        length += chunk.length();
    }

    /// Whether joining requires no copy.
    boolean isOne() {
        return full.isEmpty() && used == slice.length;
    }

    /// The whole body; it is released here.
    public byte[] join() {
        if (isOne()) {
            byte[] whole = slice;
            clear();
            return whole;
        }
        byte[] body = new byte[length];
        int at = 0;
        for (byte[] one : full) {
            System.arraycopy(one, 0, body, at, one.length);
            at += one.length;
        }
        System.arraycopy(slice, 0, body, at, used);
        clear();
        return body;
    }

    /// Discards what was received.
    void clear() {
        full.clear();
        slice = new byte[0];
        used = 0;
    }
}
