package dev.throughline.render.tokenizer;

import dev.throughline.render.tokenizer.pretokenizer.AlignedText;
import java.util.Arrays;

/// The tokens of one word; offsets are in UTF-16 units from the beginning of the word.
final class WordTokens {
    private final String word;
    private final int[] ids;
    private final int[] starts;
    private final int[] ends;

    WordTokens(String word, int[] ids, int[] starts, int[] ends) {
        this.word = word;
        this.ids = ids;
        this.starts = starts;
        this.ends = ends;
    }

    /// Whether these are the tokens of `[from, to)`.
    boolean isOf(String text, int from, int to) {
        return word.length() == to - from && text.startsWith(word, from);
    }

    /// Adds these tokens for a word that begins at `from`.
    void addTo(EncodingBuilder out, AlignedText text, int from) {
        for (int index = 0; index < ids.length; index++) {
            out.add(ids[index], text.start(from + starts[index]), text.end(from + ends[index]));
        }
    }

    @Override
    public String toString() {
        return word + Arrays.toString(ids);
    }
}
