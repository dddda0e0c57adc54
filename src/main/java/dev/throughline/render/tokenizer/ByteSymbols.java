package dev.throughline.render.tokenizer;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalInt;

/// The tokens of each byte before merging.
///
/// @param fallsBack whether a byte without a token is spelled by tokens such as `<0xC4>`
/// @param hasUnknown whether the model has a token for what it does not know; without it such a byte is left out
record ByteSymbols(Vocabulary vocabulary, boolean fallsBack, boolean hasUnknown) {
    /// @param place of the vocabulary, for errors
    int[][] find(String place) {
        int[][] found = new int[256][];
        for (int value = 0; value < 256; value++) {
            String symbol = String.valueOf(ByteAlphabet.character(value));
            OptionalInt id = vocabulary.id(symbol);
            found[value] = id.isPresent() ? new int[] {id.getAsInt()} : missing(symbol, place);
        }
        if (Arrays.stream(found).allMatch(each -> each.length == 0)) {
            throw new TokenizerFormatException(place, "has none of the 256 bytes of a byte-level vocabulary");
        }
        return found;
    }

    private int[] missing(String symbol, String place) {
        byte[] bytes = symbol.getBytes(StandardCharsets.UTF_8);
        int[] ids = new int[bytes.length];
        for (int index = 0; fallsBack && index < bytes.length; index++) {
            OptionalInt id = vocabulary.id(String.format("<0x%02X>", bytes[index]));
            ids[index] = id.orElse(-1);
        }
        if (fallsBack && Arrays.stream(ids).noneMatch(id -> id < 0)) {
            return ids;
        }
        if (hasUnknown) {
            throw new TokenizerFormatException(
                    place, "lacks the byte \"" + symbol + "\", and tokens for unknown text are not supported");
        }
        return new int[0];
    }
}
