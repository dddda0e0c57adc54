package dev.throughline.render.tokenizer.pretokenizer;

/// `[^\r\n\p{L}\p{N}]?\p{L}+`, or with marks `[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+`
///
/// @param classes the classes of a word's characters
record PrefixedLetters(int classes) implements WordScanner.LetterRule {
    private static final int NO_PREFIX = CharacterClasses.NEWLINE | CharacterClasses.LETTER | CharacterClasses.NUMBER;

    @Override
    public int end(String text, int at, int to) {
        int first = at;
        int found = CharacterClasses.at(text, at, to);
        if ((found & classes) == 0 && (found & NO_PREFIX) == 0) {
            first = CharacterClasses.next(text, at, to);
        }
        int end = CharacterClasses.runEnd(text, first, to, classes);
        return end == first ? at : end;
    }
}
