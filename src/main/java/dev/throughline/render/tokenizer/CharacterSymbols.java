package dev.throughline.render.tokenizer;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;

/// The characters of a word, as the BPE models of SentencePiece merge them. A character without a token is spelled by
/// tokens for its bytes, otherwise it is unknown. Source: `merge_word` of Hugging Face tokenizers.
final class CharacterSymbols implements SymbolSource {
    private final Vocabulary vocabulary;
    private final int[] bytes;
    private final OptionalInt unknown;
    private final boolean fusesUnknown;

    /// @param fallsBack whether tokens such as `<0xC4>` spell what has no token
    /// @param unknown the token for what has none; without it such a character is left out
    CharacterSymbols(Vocabulary vocabulary, boolean fallsBack, OptionalInt unknown, boolean fusesUnknown) {
        this.vocabulary = vocabulary;
        this.bytes = fallsBack ? bytes(vocabulary) : new int[0];
        this.unknown = unknown;
        this.fusesUnknown = fusesUnknown;
    }

    /// The tokens `<0x00>` to `<0xFF>`; -1 for one that the vocabulary has not.
    static int[] bytes(Vocabulary vocabulary) {
        int[] found = new int[256];
        for (int value = 0; value < found.length; value++) {
            found[value] = vocabulary.id("<0x%02X>".formatted(value)).orElse(-1);
        }
        return found;
    }

    /// The tokens of the bytes of a text, if there is one for each.
    ///
    /// @param bytes those of a vocabulary; none if it does not spell by bytes
    static Optional<int[]> spelled(String text, int[] bytes) {
        if (bytes.length == 0) {
            return Optional.empty();
        }
        byte[] octets = text.getBytes(StandardCharsets.UTF_8);
        int[] found = new int[octets.length];
        for (int index = 0; index < octets.length; index++) {
            found[index] = bytes[octets[index] & 0xFF];
            if (found[index] < 0) {
                return Optional.empty();
            }
        }
        return Optional.of(found);
    }

    @Override
    public String spelling(String word) {
        return word;
    }

    @Override
    public void symbols(String word, EncodingBuilder out) {
        int unknownFrom = -1;
        for (int at = 0; at < word.length(); ) {
            int end = CharacterClasses.next(word, at, word.length());
            String character = word.substring(at, end);
            OptionalInt id = vocabulary.id(character);
            Optional<int[]> spelled = id.isPresent() ? Optional.empty() : spelled(character, bytes);
            if (id.isPresent() && unknownFrom >= 0) {
                out.add(unknown.orElseThrow(), unknownFrom, at);
                unknownFrom = -1;
            }
            if (id.isPresent()) {
                out.add(id.getAsInt(), at, end);
            } else if (spelled.isPresent()) {
                for (int each : spelled.get()) {
                    out.add(each, at, end);
                }
                // As in the library, what is unknown before them comes after them.
                unknownFrom = unknownFrom >= 0 ? end : unknownFrom;
            } else if (unknown.isPresent() && unknownFrom >= 0 && !fusesUnknown) {
                out.add(unknown.getAsInt(), unknownFrom, at);
                unknownFrom = at;
            } else if (unknown.isPresent() && unknownFrom < 0) {
                unknownFrom = at;
            }
            at = end;
        }
        if (unknownFrom >= 0) {
            out.add(unknown.orElseThrow(), unknownFrom, word.length());
        }
    }
}
