package dev.throughline.render.tokenizer;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Writes the text of tokens. Bytes that are no UTF-8 are U+FFFD.
interface TokenDecoder {
    /// Decodes tokens that spell bytes in the alphabet of GPT-2.
    TokenDecoder BYTE_LEVEL = tokens -> {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(tokens.size() * 4);
        tokens.forEach(token -> ByteAlphabet.decode(token, bytes));
        return bytes.toString(StandardCharsets.UTF_8);
    };

    String decode(List<String> tokens);

    /// Decodes SentencePiece tokens: a mark for spaces, and tokens for single bytes.
    ///
    /// @param mark what stands for a space
    /// @param dropsFirst whether the space before the text was put there by the tokenizer
    record OfPieces(String mark, boolean dropsFirst) implements TokenDecoder {
        private static final Pattern BYTE = Pattern.compile("<0x([0-9A-F]{2})>");

        @Override
        public String decode(List<String> tokens) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream(tokens.size() * 4);
            for (String token : tokens) {
                Matcher single = BYTE.matcher(token);
                if (single.matches()) {
                    bytes.write(Integer.parseInt(single.group(1), 16));
                } else {
                    bytes.writeBytes(token.replace(mark, " ").getBytes(StandardCharsets.UTF_8));
                }
            }
            String text = bytes.toString(StandardCharsets.UTF_8);
            return dropsFirst && text.startsWith(" ") ? text.substring(1) : text;
        }
    }
}
