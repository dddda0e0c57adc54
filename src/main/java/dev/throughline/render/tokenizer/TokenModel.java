package dev.throughline.render.tokenizer;

/// Makes the tokens of a word.
interface TokenModel {
    Vocabulary vocabulary();

    /// Adds the tokens of the word `[from, to)`.
    void encode(AlignedText text, int from, int to, EncodingBuilder out);
}
