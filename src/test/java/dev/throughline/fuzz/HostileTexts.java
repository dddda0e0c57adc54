package dev.throughline.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/// Texts that are difficult to parse, escape or display.
final class HostileTexts {
    static final List<String> NASTY = List.of(
            "",
            " ",
            "\n",
            "\r\n",
            "\r",
            "\t",
            "\u0000",
            "\u001b[31m",
            "\u007f",
            "\u0085",
            "\u2028",
            "\ufeff",
            "\uffff",
            "\ud800",
            "\udc00",
            "\udc00\ud800",
            "\ud83d\udc4d",
            "\u00e9",
            "e\u0301",
            "\u6f22\u5b57",
            "\u202e",
            "\"",
            "\\",
            "\\u0000",
            "/",
            "~0",
            "</script>",
            "<img src=x onerror=alert(1)>",
            "&amp;",
            "=1+1",
            "@x",
            "data: x\n\n",
            "event: error\r\n",
            "[DONE]",
            "{}",
            "{\"",
            "null",
            "../..",
            "%00",
            "a",
            "word ");

    private HostileTexts() {}

    /// Some pieces in a row, seldom a very long one.
    static String any(SeededChoices seededChoices) {
        if (seededChoices.oneIn(200)) {
            return seededChoices.of(NASTY).repeat(1 + seededChoices.below(20_000));
        }
        return soup(seededChoices, NASTY, 6);
    }

    /// Up to so many of these pieces in a row.
    static String soup(SeededChoices seededChoices, List<String> pieces, int most) {
        var text = new StringBuilder();
        for (int i = seededChoices.length(most); i > 0; i--) {
            text.append(seededChoices.of(pieces));
        }
        return text.toString();
    }

    /// The same bytes with a few places cut out, doubled, replaced or flipped.
    static byte[] damaged(byte[] bytes, SeededChoices seededChoices) {
        byte[] damaged = bytes;
        for (int i = 1 + seededChoices.below(3); i > 0 && damaged.length > 0; i--) {
            int from = seededChoices.below(damaged.length);
            int to = from + Math.min(damaged.length - from, seededChoices.length(12));
            byte[] instead = switch (seededChoices.below(4)) {
                case 0 -> new byte[0];
                case 1 -> seededChoices.bytes(1 + seededChoices.below(3));
                case 2 -> seededChoices.of(NASTY).getBytes(StandardCharsets.UTF_8);
                default ->
                    seededChoices
                            .of("{", "}", "[", "]", ":", ",", "\"", "\n", "\n\n", "1e9", "-")
                            .getBytes(StandardCharsets.US_ASCII);
            };
            damaged = replaced(damaged, from, to, instead);
        }
        return damaged;
    }

    private static byte[] replaced(byte[] bytes, int from, int to, byte[] instead) {
        var made = new byte[bytes.length - (to - from) + instead.length];
        System.arraycopy(bytes, 0, made, 0, from);
        System.arraycopy(instead, 0, made, from, instead.length);
        System.arraycopy(bytes, to, made, from + instead.length, bytes.length - to);
        return made;
    }

    /// All that is no white space.
    static String withoutLayout(CharSequence text) {
        var kept = new StringBuilder();
        text.chars().filter(unit -> !Character.isWhitespace(unit)).forEach(unit -> kept.append((char) unit));
        return kept.toString();
    }

    /// A text as a Java literal: everything that is not plain ASCII is escaped.
    static String literal(String text) {
        var shown = new StringBuilder("\"");
        for (char unit : text.toCharArray()) {
            switch (unit) {
                case '\n' -> shown.append("\\n");
                case '\r' -> shown.append("\\r");
                case '"', '\\' -> shown.append('\\').append(unit);
                default -> {
                    if (unit < ' ' || unit > '~') {
                        shown.append(String.format("\\u%04x", (int) unit));
                    } else {
                        shown.append(unit);
                    }
                }
            }
        }
        return shown.append('"').toString();
    }

    /// Bytes as a literal when they are text, else in hexadecimal.
    static String literal(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        boolean isText = java.util.Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
        return isText ? literal(text) : "hex " + HexFormat.of().formatHex(bytes);
    }
}
