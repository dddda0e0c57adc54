package dev.throughline.faults;

import dev.throughline.load.StreamLoad;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;

/// The bytes of a connection, read no faster than the given rate.
final class ThrottledInputStream extends InputStream {
    static final int TICKS_PER_SECOND = 10;

    private final InputStream in;
    private final IntSupplier bytesPerTick;
    private final LongAdder taken;
    private int left;

    /// @param taken counts the bytes as they are taken
    ThrottledInputStream(InputStream in, IntSupplier bytesPerTick, LongAdder taken) {
        this.in = in;
        this.bytesPerTick = bytesPerTick;
        this.taken = taken;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (left == 0) {
            StreamLoad.pause(1_000 / TICKS_PER_SECOND);
            left = bytesPerTick.getAsInt();
        }
        int count = in.read(into, from, Math.min(length, left));
        if (count > 0) {
            left -= count;
            taken.add(count);
        }
        return count;
    }
}
