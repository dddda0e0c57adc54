package dev.throughline.render.tokenizer;

import java.util.Arrays;

/// The tokens of a text, in order, with the characters that each was made of.
///
/// Offsets are in UTF-16 units of the original text, before normalization. Tokens that share a character
/// (each has some of its bytes) cover all of it. If a normalizer joined characters, those after the first
/// belong to no token, as in Hugging Face tokenizers.
public final class Encoding {
    private final int[] ids;
    private final int[] starts;
    private final int[] ends;

    Encoding(int[] ids, int[] starts, int[] ends) {
        this.ids = ids;
        this.starts = starts;
        this.ends = ends;
    }

    /// How many tokens there are.
    public int size() {
        return ids.length;
    }

    /// The id of the token at `index`, counted from 0.
    public int id(int index) {
        return ids[index];
    }

    /// Where the token at `index` begins in the text.
    public int start(int index) {
        return starts[index];
    }

    /// Where the token at `index` ends in the text; not included.
    public int end(int index) {
        return ends[index];
    }

    /// All ids; a copy.
    public int[] ids() {
        return ids.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Encoding encoding
                && Arrays.equals(ids, encoding.ids)
                && Arrays.equals(starts, encoding.starts)
                && Arrays.equals(ends, encoding.ends);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(ids);
    }

    @Override
    public String toString() {
        return Arrays.toString(ids);
    }
}
