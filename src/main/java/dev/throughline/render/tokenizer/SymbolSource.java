package dev.throughline.render.tokenizer;

/// The input of a BPE model: the symbols of a word, before any merge.
interface SymbolSource {
    /// The word as the vocabulary spells it.
    String spelling(String word);

    /// Adds the symbols, with offsets from the beginning of the word.
    void symbols(String word, EncodingBuilder out);

    /// The bytes of a word, by the tokens of each.
    record OfBytes(int[][] tokens) implements SymbolSource {
        @Override
        public String spelling(String word) {
            return Utf8Word.of(word).spelling();
        }

        @Override
        public void symbols(String word, EncodingBuilder out) {
            Utf8Word bytes = Utf8Word.of(word);
            for (int index = 0; index < bytes.size(); index++) {
                for (int id : tokens[bytes.value(index)]) {
                    out.add(id, bytes.start(index), bytes.end(index));
                }
            }
        }
    }

    /// The UTF-8 bytes of a word, each with the UTF-16 units of its character. Half of a surrogate pair is U+FFFD.
    final class Utf8Word {
        private static final int REPLACEMENT = 0xFFFD;

        private final byte[] values;
        private final int[] starts;
        private final int[] ends;
        private int size;

        private Utf8Word(int units) {
            values = new byte[3 * units];
            starts = new int[3 * units];
            ends = new int[3 * units];
        }

        static Utf8Word of(String word) {
            Utf8Word bytes = new Utf8Word(word.length());
            int at = 0;
            while (at < word.length()) {
                int codePoint = word.codePointAt(at);
                int end = at + Character.charCount(codePoint);
                bytes.add(Character.getType(codePoint) == Character.SURROGATE ? REPLACEMENT : codePoint, at, end);
                at = end;
            }
            return bytes;
        }

        private void add(int codePoint, int start, int end) {
            if (codePoint < 0x80) {
                put(codePoint, start, end);
                return;
            }
            if (codePoint < 0x800) {
                put(0xC0 | codePoint >> 6, start, end);
            } else {
                if (codePoint < 0x10000) {
                    put(0xE0 | codePoint >> 12, start, end);
                } else {
                    put(0xF0 | codePoint >> 18, start, end);
                    put(0x80 | codePoint >> 12 & 0x3F, start, end);
                }
                put(0x80 | codePoint >> 6 & 0x3F, start, end);
            }
            put(0x80 | codePoint & 0x3F, start, end);
        }

        private void put(int value, int start, int end) {
            values[size] = (byte) value;
            starts[size] = start;
            ends[size++] = end;
        }

        int size() {
            return size;
        }

        int value(int index) {
            return values[index] & 0xFF;
        }

        int start(int index) {
            return starts[index];
        }

        int end(int index) {
            return ends[index];
        }

        /// The word as a byte-level vocabulary spells it.
        String spelling() {
            char[] spelled = new char[size];
            for (int index = 0; index < size; index++) {
                spelled[index] = ByteAlphabet.character(value(index));
            }
            return new String(spelled);
        }
    }
}
