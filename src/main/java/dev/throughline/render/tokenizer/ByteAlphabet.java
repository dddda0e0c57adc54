package dev.throughline.render.tokenizer;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The 256 characters in which a byte-level vocabulary spells bytes. Source: `bytes_to_unicode` of GPT-2: printable
/// bytes are themselves, the others are counted from U+0100 on.
final class ByteAlphabet {
    private static final char[] CHARACTERS = new char[256];
    private static final int[] BYTES = new int[0x200];

    static {
        Arrays.fill(BYTES, -1);
        int other = 0x100;
        for (int value = 0; value < 256; value++) {
            boolean isPrintable = value >= '!' && value <= '~' || value >= 0xA1 && value <= 0xAC || value >= 0xAE;
            CHARACTERS[value] = (char) (isPrintable ? value : other++);
            BYTES[CHARACTERS[value]] = value;
        }
    }

    private ByteAlphabet() {}

    static char character(int value) {
        return CHARACTERS[value];
    }

    /// Appends the bytes that a token spells; those of its text where it has a character that spells none.
    static void decode(String token, ByteArrayOutputStream out) {
        for (int at = 0; at < token.length(); at++) {
            char unit = token.charAt(at);
            if (unit >= BYTES.length || BYTES[unit] < 0) {
                out.writeBytes(token.getBytes(StandardCharsets.UTF_8));
                return;
            }
        }
        for (int at = 0; at < token.length(); at++) {
            out.write(BYTES[token.charAt(at)]);
        }
    }
}
