package dev.throughline.gateway.proxy;

import dev.throughline.wire.sse.SseDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/// Frames in the order in which they came, held as bytes in blocks: many small ones take little more than their bytes.
/// Not thread-safe.
final class BufferedFrames {
    private static final int BLOCK = 4 * 1024;

    private final List<byte[]> blocks = new ArrayList<>();
    /// Bytes of the last block that are taken.
    private int taken = BLOCK;
    private int size;

    /// Copies a frame, which ends with its blank line.
    void add(SseFrame frame) {
        for (int at = frame.from(); at < frame.to(); ) {
            if (taken == BLOCK) {
                blocks.add(new byte[BLOCK]);
                taken = 0;
            }
            int part = Math.min(frame.to() - at, BLOCK - taken);
            System.arraycopy(frame.bytes(), at, blocks.getLast(), taken, part);
            at += part;
            taken += part;
            size += part;
        }
    }

    /// Bytes of the heap that they take.
    int heapBytes() {
        return blocks.size() * BLOCK;
    }

    /// Passes all of them on, as they came, and holds none of them afterwards.
    /// @param next whether it wants another one
    /// @return whether it wants more
    boolean release(Predicate<SseFrame> next) {
        var decoder = new SseDecoder(Integer.MAX_VALUE);
        boolean[] goesOn = {true};
        int left = size;
        for (byte[] block : blocks) {
            int length = Math.min(left, block.length);
            byte[] bytes = length == block.length ? block : Arrays.copyOf(block, length);
            decoder.feed(bytes, frame -> goesOn[0] = goesOn[0] && next.test(frame));
            left -= length;
        }
        blocks.clear();
        taken = BLOCK;
        size = 0;
        return goesOn[0];
    }
}
