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
}
