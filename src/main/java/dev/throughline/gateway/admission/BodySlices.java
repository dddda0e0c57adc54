package dev.throughline.gateway.admission;

import dev.throughline.gateway.memory.JsonWeight;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/// A request body while it arrives: in arrays that never grow, since copying a large one takes longer than a turn of
/// the
/// event loop may. They are joined when the body is whole.
final class BodySlices {
    /// Bytes of a slice beyond the first.
    static final int SLICE = 256 * 1024;

    private final List<byte[]> full = new ArrayList<>();
    private byte[] slice;
    private int used;
    private int length;

    /// @param first takes the first bytes; all of a body whose length is known
    BodySlices(byte[] first) {
        slice = first;
    }

    int length() {
        return length;
    }

    /// Copies a chunk.
    /// @param weight counts it
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

    /// Whether joining copies nothing.
    boolean isOne() {
        return full.isEmpty() && used == slice.length;
    }

    /// The whole body; nothing is kept afterwards.
    byte[] join() {
        if (isOne()) {
            return slice;
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

    /// Drops what came.
    void clear() {
        full.clear();
        slice = new byte[0];
        used = 0;
    }
}
