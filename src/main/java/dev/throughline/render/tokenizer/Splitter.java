package dev.throughline.render.tokenizer;

/// Splits a part of a text into pieces, in order. Text outside of the part is ignored.
interface Splitter {
    /// @param to the end of the part; not included
    void split(String text, int from, int to, PieceSink out);

    /// Takes the pieces of a text.
    interface PieceSink {
        /// @param to the end of the piece; not included, and behind `from`
        void piece(int from, int to);
    }

    /// Cuts the pieces of this again.
    default Splitter then(Splitter next) {
        return (text, from, to, out) -> split(text, from, to, (first, last) -> next.split(text, first, last, out));
    }
}
