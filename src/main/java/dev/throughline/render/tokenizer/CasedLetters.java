package dev.throughline.render.tokenizer;

/// A word of the o200k pattern: capitals and then small letters, or else capitals alone, behind at most one character
/// that is no letter, number or line end, and with a contraction. Letters without case, and marks, are both.
record CasedLetters(Contractions contractions) implements WordScanner.LetterRule {
    private static final int NO_PREFIX = CharacterClasses.NEWLINE | CharacterClasses.LETTER | CharacterClasses.NUMBER;
    private static final int IN_WORDS = CharacterClasses.LETTER | CharacterClasses.MARK;

    @Override
    public int end(String text, int at, int to) {
        boolean hasPrefix = (CharacterClasses.at(text, at, to) & NO_PREFIX) == 0;
        int behindPrefix = hasPrefix ? CharacterClasses.next(text, at, to) : at;
        int end = mixedEnd(text, behindPrefix, to);
        if (end > behindPrefix) {
            return contractions.end(text, end, to);
        }
        int unprefixed = hasPrefix ? mixedEnd(text, at, to) : at;
        if (unprefixed > at) {
            return contractions.end(text, unprefixed, to);
        }
        int capitals = capitalsEnd(text, behindPrefix, to);
        return capitals > behindPrefix ? contractions.end(text, capitals, to) : at;
    }

    /// Capitals as far as they go, then small letters, of which there is at least one.
    private static int mixedEnd(String text, int from, int to) {
        int end = from;
        int at = from;
        while (at < to && isCapital(CharacterClasses.at(text, at, to))) {
            boolean isBoth = isSmall(CharacterClasses.at(text, at, to));
            at = CharacterClasses.next(text, at, to);
            end = isBoth ? at : end;
        }
        if (at < to && isSmall(CharacterClasses.at(text, at, to))) {
            end = at;
            while (end < to && isSmall(CharacterClasses.at(text, end, to))) {
                end = CharacterClasses.next(text, end, to);
            }
        }
        return end;
    }

    private static int capitalsEnd(String text, int from, int to) {
        int end = from;
        while (end < to && isCapital(CharacterClasses.at(text, end, to))) {
            end = CharacterClasses.next(text, end, to);
        }
        return end;
    }

    private static boolean isCapital(int classes) {
        return (classes & IN_WORDS) != 0 && (classes & CharacterClasses.LOWER) == 0;
    }

    private static boolean isSmall(int classes) {
        return (classes & IN_WORDS) != 0 && (classes & CharacterClasses.UPPER) == 0;
    }
}
