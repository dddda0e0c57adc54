package dev.throughline.run.journal;

import dev.throughline.run.TokenKind;
import java.util.Arrays;

/// Slices as the service writes them, for benches that write rows themselves.
public final class SliceBytes {
    private SliceBytes() {}

    /// A slice of texts.
    /// @param micros of each of them
    public static byte[] texts(String[] texts, long[] micros) {
        byte[] kinds = new byte[texts.length];
        Arrays.fill(kinds, (byte) TokenKind.TEXT.code());
        return SliceCodec.encode(texts.length, kinds, micros, texts);
    }
}
