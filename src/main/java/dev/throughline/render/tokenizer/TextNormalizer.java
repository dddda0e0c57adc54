package dev.throughline.render.tokenizer;

/// A tokenizer's changes to text before it is cut into words.
interface TextNormalizer {
    /// Nothing.
    TextNormalizer NONE = new TextNormalizer() {
        @Override
        public boolean keeps(String text, int from, int to) {
            return true;
        }

        @Override
        public AlignedText normalize(String text, int from, int to) {
            throw new IllegalStateException("nothing to normalize");
        }
    };

    /// Whether `[from, to)` stays as it is.
    boolean keeps(String text, int from, int to);

    /// `[from, to)` as the model sees it; only for what it does not keep.
    AlignedText normalize(String text, int from, int to);

    /// Whether it puts something before each text, which a text that continues another one must not have.
    default boolean isPrefixing() {
        return false;
    }

    /// This, then another one.
    default TextNormalizer then(TextNormalizer next) {
        if (this == NONE) {
            return next;
        }
        return next == NONE ? this : new Chain(this, next);
    }

    /// Two, one after the other.
    record Chain(TextNormalizer first, TextNormalizer second) implements TextNormalizer {
        @Override
        public boolean keeps(String text, int from, int to) {
            return first.keeps(text, from, to) && second.keeps(text, from, to);
        }

        @Override
        public AlignedText normalize(String text, int from, int to) {
            if (first.keeps(text, from, to)) {
                return second.normalize(text, from, to);
            }
            AlignedText changed = first.normalize(text, from, to);
            int length = changed.value().length();
            return second.keeps(changed.value(), 0, length)
                    ? changed
                    : changed.then(second.normalize(changed.value(), 0, length));
        }

        @Override
        public boolean isPrefixing() {
            return first.isPrefixing() || second.isPrefixing();
        }
    }

    /// Puts a text before every text that is not empty, as part of its first character.
    record Prepended(String prefix) implements TextNormalizer {
        @Override
        public boolean keeps(String text, int from, int to) {
            return from == to;
        }

        @Override
        public AlignedText normalize(String text, int from, int to) {
            AlignedBuilder out = new AlignedBuilder(to - from + prefix.length());
            out.add(prefix, from, CharacterClasses.next(text, from, to));
            return out.same(text, from, to).build();
        }

        @Override
        public boolean isPrefixing() {
            return true;
        }
    }
}
