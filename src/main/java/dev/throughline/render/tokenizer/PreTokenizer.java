package dev.throughline.render.tokenizer;

/// Splits text into the words that are tokenized one by one.
///
/// @param first cuts the text
/// @param addsSpace whether a space is put before each piece that does not begin with one
/// @param second cuts the pieces again, with that space
public record PreTokenizer(Splitter first, boolean addsSpace, Splitter second) implements WordSource {
    /// Leaves a text in one piece.
    static final Splitter WHOLE = (text, from, to, out) -> out.piece(from, to);

    /// Takes the words of a text.
    public interface WordSink {
        /// A word of `text`.
        void word(AlignedText text, int from, int to);
    }

    @Override
    public void split(AlignedText text, int from, int to, WordSink out) {
        String value = text.value();
        first.split(value, from, to, (start, end) -> {
            if (addsSpace && value.charAt(start) != ' ') {
                AlignedText spaced = text.withSpace(start, end);
                second.split(spaced.value(), 0, spaced.value().length(), (a, b) -> out.word(spaced, a, b));
            } else {
                second.split(value, start, end, (a, b) -> out.word(text, a, b));
            }
        });
    }

    @Override
    public boolean isPrefixing() {
        return addsSpace;
    }
}
