package dev.throughline.wire.sse;

import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LineBreaksTest {
    private static final byte[] UNITS = {'\n', '\r', 0x0B, 0x0C, 0, 1, (byte) 0x8A, (byte) 0x8D, (byte) 0xFF, 'a', 0x09
    };

    @Test
    void findsWhatASearchByteByByteFinds() {
        var random = new Random(7);
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = bytes(random);
            int from = random.nextInt(bytes.length + 1);
            int to = from + random.nextInt(bytes.length - from + 1);

            assertThat(LineBreaks.next(bytes, from, to)).isEqualTo(byteByByte(bytes, from, to));
        }
    }

    /// Few line breaks, and many bytes that differ from one in a single bit.
    private static byte[] bytes(Random random) {
        byte[] bytes = new byte[random.nextInt(40)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = UNITS[random.nextInt(12) == 0 ? random.nextInt(2) : 2 + random.nextInt(UNITS.length - 2)];
        }
        return bytes;
    }

    private static int byteByByte(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] != '\n' && bytes[at] != '\r') {
            at++;
        }
        return at;
    }
}
