package dev.throughline.run.journal;

import dev.throughline.run.RecordedToken;
import dev.throughline.run.TokenKind;
import dev.throughline.store.StoredText;
import io.vertx.core.buffer.Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// The events of a slice as the bytes of one column, about eight for a short text of a fast answer.
///
/// The form (1), the number of events, then for all of them: runs of equal kinds, each with its length; the
/// microseconds, each as the difference from the one before; the lengths of the texts in bytes; the texts in UTF-8, as
/// `StoredText` writes them. Numbers are in groups of seven bits, the lowest first, all but the last with the high bit
/// set; a difference *d* is written as `2d`, or `-2d - 1` if it is negative.
final class SliceCodec {
    private static final byte FORM = 1;
    /// Most that an event takes beside its text: a kind, the length of its run, a time and a length.
    private static final int MOST_BYTES = 1 + 5 + 10 + 5;
    private static final int GROUP = 7;
    private static final int LOW = 0x7F;
    private static final int MORE = 0x80;

    private SliceCodec() {}

    /// @param count number of used elements
    static byte[] encode(int count, byte[] kinds, long[] micros, String[] texts) {
        byte[][] encoded = new byte[count][];
        int length = 0;
        for (int i = 0; i < count; i++) {
            encoded[i] = StoredText.encode(texts[i]).getBytes(StandardCharsets.UTF_8);
            length += encoded[i].length;
        }
        ByteBuffer out = ByteBuffer.allocate((1 + count) * MOST_BYTES + length);
        out.put(FORM);
        put(out, count);
        putKinds(out, count, kinds);
        long before = 0;
        for (int i = 0; i < count; i++) {
            long difference = micros[i] - before;
            put(out, difference << 1 ^ difference >> Long.SIZE - 1);
            before = micros[i];
        }
        for (byte[] text : encoded) {
            put(out, text.length);
        }
        for (byte[] text : encoded) {
            out.put(text);
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    private static void putKinds(ByteBuffer out, int count, byte[] kinds) {
        int from = 0;
        while (from < count) {
            int to = from + 1;
            while (to < count && kinds[to] == kinds[from]) {
                to++;
            }
            out.put(kinds[from]);
            put(out, to - from);
            from = to;
        }
    }

    /// Adds the events of a slice.
    /// @param firstSeq position of the first one in the exchange
    static void decode(int firstSeq, byte[] slice, List<RecordedToken> tokens) {
        ByteBuffer in = ByteBuffer.wrap(slice);
        if (in.get() != FORM) {
            throw new IllegalStateException("a slice was written by a later version");
        }
        int count = (int) number(in);
        byte[] kinds = kinds(in, count);
        long[] micros = new long[count];
        long before = 0;
        for (int i = 0; i < count; i++) {
            long difference = number(in);
            before += difference >>> 1 ^ -(difference & 1);
            micros[i] = before;
        }
        int[] lengths = new int[count];
        for (int i = 0; i < count; i++) {
            lengths[i] = (int) number(in);
        }
        for (int i = 0; i < count; i++) {
            String text = new String(slice, in.position(), lengths[i], StandardCharsets.UTF_8);
            in.position(in.position() + lengths[i]);
            tokens.add(new RecordedToken(firstSeq + i, TokenKind.of(kinds[i]), StoredText.decode(text), micros[i]));
        }
    }

    /// The number of its events.
    static int count(Buffer slice) {
        return (int) number(ByteBuffer.wrap(slice.getBytes(1, Math.min(slice.length(), 1 + Integer.BYTES))));
    }

    private static byte[] kinds(ByteBuffer in, int count) {
        byte[] kinds = new byte[count];
        int from = 0;
        while (from < count) {
            byte kind = in.get();
            int to = from + (int) number(in);
            Arrays.fill(kinds, from, to, kind);
            from = to;
        }
        return kinds;
    }

    private static void put(ByteBuffer out, long number) {
        long left = number;
        while ((left & ~LOW) != 0) {
            out.put((byte) (left & LOW | MORE));
            left >>>= GROUP;
        }
        out.put((byte) left);
    }

    private static long number(ByteBuffer in) {
        long number = 0;
        int shift = 0;
        byte group;
        do {
            group = in.get();
            number |= (long) (group & LOW) << shift;
            shift += GROUP;
        } while (group < 0);
        return number;
    }
}
