package dev.throughline.render.tokenizer;

/// Cuts a text into the words that a model tokenizes one by one.
interface WordSource {
    void split(AlignedText text, int from, int to, PreTokenizer.WordSink out);

    /// Whether a word at the beginning of a text has a mark that it has nowhere else.
    default boolean isPrefixing() {
        return false;
    }
}
