package dev.throughline.render.tokenizer;

/// Writes spaces as a mark, and puts one before a text, as SentencePiece does. Source: `Metaspace` of Hugging Face
/// tokenizers.
///
/// @param first cuts the text before
/// @param mark what stands for a space, such as `▁`
/// @param splits whether a word begins at each mark
record Metaspace(Splitter first, char mark, Scheme scheme, boolean splits) implements WordSource {
    /// Where a mark is put before a text that does not begin with one.
    enum Scheme {
        ALWAYS,
        FIRST,
        NEVER
    }

    @Override
    public void split(AlignedText text, int from, int to, PreTokenizer.WordSink out) {
        first.split(text.value(), from, to, (start, end) -> piece(text, start, end, out));
    }

    private void piece(AlignedText text, int from, int to, PreTokenizer.WordSink out) {
        String value = text.value();
        boolean isBare = value.charAt(from) != ' ' && value.charAt(from) != mark;
        boolean isMarked = isBare && (scheme == Scheme.ALWAYS || scheme == Scheme.FIRST && text.start(from) == 0);
        AlignedText marked = (isMarked ? text.withSpace(from, to) : text.part(from, to)).replaced(' ', mark);
        int end = marked.value().length();
        int word = 0;
        for (int at = 1; splits && at < end; at++) {
            if (marked.value().charAt(at) == mark) {
                out.word(marked, word, at);
                word = at;
            }
        }
        out.word(marked, word, end);
    }

    @Override
    public boolean isPrefixing() {
        return scheme != Scheme.NEVER;
    }
}
