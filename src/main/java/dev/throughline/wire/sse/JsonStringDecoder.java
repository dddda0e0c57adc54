package dev.throughline.wire.sse;

import java.nio.charset.StandardCharsets;

/// Decodes the inside of a JSON string in UTF-8. Source: RFC 8259, section 7.
final class JsonStringDecoder {
    private JsonStringDecoder() {}

    /// Whether the bytes are valid between two quotes: no quote, no control character, every escape
    /// complete.
    static boolean isWhole(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            byte unit = bytes[at];
            if (unit == '"' || unit >= 0 && unit < 0x20) {
                return false;
            }
            if (unit == '\\') {
                int length = escape(bytes, at, to);
                if (length == 0) {
                    return false;
                }
                at += length - 1;
            }
        }
        return true;
    }

    /// The text of a complete inside.
    static String decode(byte[] bytes, int from, int to) {
        int escape = from;
        while (escape < to && bytes[escape] != '\\') {
            escape++;
        }
        if (escape == to) {
            return new String(bytes, from, to - from, StandardCharsets.UTF_8);
        }
        var text = new StringBuilder(to - from);
        int plain = from;
        while (escape < to) {
            text.append(new String(bytes, plain, escape - plain, StandardCharsets.UTF_8));
            escape = unescape(bytes, escape, text);
            plain = escape;
            while (escape < to && bytes[escape] != '\\') {
                escape++;
            }
        }
        return text.append(new String(bytes, plain, to - plain, StandardCharsets.UTF_8))
                .toString();
    }

    /// Length of the escape at this position; 0 for none.
    private static int escape(byte[] bytes, int at, int to) {
        if (at + 1 >= to) {
            return 0;
        }
        if (bytes[at + 1] == 'u') {
            return at + 6 <= to && isHex(bytes, at + 2) ? 6 : 0;
        }
        return "\"\\/bfnrt".indexOf(bytes[at + 1]) >= 0 ? 2 : 0;
    }

    private static boolean isHex(byte[] bytes, int from) {
        for (int at = from; at < from + 4; at++) {
            if (Character.digit(bytes[at], 16) < 0) {
                return false;
            }
        }
        return true;
    }

    /// Appends the character of the escape at this position; returns the position after it.
    private static int unescape(byte[] bytes, int at, StringBuilder text) {
        byte kind = bytes[at + 1];
        if (kind == 'u') {
            int unit = 0;
            for (int digit = at + 2; digit < at + 6; digit++) {
                unit = unit << 4 | Character.digit(bytes[digit], 16);
            }
            text.append((char) unit);
            return at + 6;
        }
        text.append(
                switch (kind) {
                    case 'b' -> '\b';
                    case 'f' -> '\f';
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    default -> (char) kind;
                });
        return at + 2;
    }
}
