package dev.throughline.render.tokenizer;

/// Cuts text into words as one of the well-known regular expressions does, in one pass. Words, numbers, punctuation
/// and white space are its alternatives, in this order; every character is in a piece.
///
/// @param letters how a word is found
/// @param contractions what may follow an apostrophe and is a piece; they come before all else
/// @param maxDigits digits of a piece; [Integer#MAX_VALUE] for any number, which may then follow a space
/// @param marksAreLetters whether combining marks are no punctuation
/// @param tail characters that belong to punctuation that they follow
/// @param hasLines whether white space up to its last line end is a piece
record WordScanner(
        LetterRule letters,
        Contractions contractions,
        int maxDigits,
        boolean marksAreLetters,
        String tail,
        boolean hasLines)
        implements Splitter {
    /// How a word is found.
    interface LetterRule {
        /// The end of the word that begins at `at`, or `at` for none.
        int end(String text, int at, int to);
    }

    @Override
    public void split(String text, int from, int to, PieceSink out) {
        int at = from;
        while (at < to) {
            int end = end(text, at, to);
            out.piece(at, end);
            at = end;
        }
    }

    private int end(String text, int at, int to) {
        int contraction = contractions.end(text, at, to);
        if (contraction > at) {
            return contraction;
        }
        int word = letters.end(text, at, to);
        if (word > at) {
            return word;
        }
        int number = digitsEnd(text, at, to);
        if (number > at) {
            return number;
        }
        int punctuation = punctuationEnd(text, at, to);
        return punctuation > at ? punctuation : spaceEnd(text, at, to);
    }

    private int digitsEnd(String text, int at, int to) {
        boolean isAny = maxDigits == Integer.MAX_VALUE;
        int first = isAny && text.charAt(at) == ' ' ? at + 1 : at;
        int end = first;
        for (int count = 0; count < maxDigits && end < to; count++) {
            if ((CharacterClasses.at(text, end, to) & CharacterClasses.NUMBER) == 0) {
                break;
            }
            end = CharacterClasses.next(text, end, to);
        }
        return end == first ? at : end;
    }

    private int punctuationEnd(String text, int at, int to) {
        int words = CharacterClasses.SPACE
                | CharacterClasses.LETTER
                | CharacterClasses.NUMBER
                | (marksAreLetters ? CharacterClasses.MARK : 0);
        int first = text.charAt(at) == ' ' ? at + 1 : at;
        int end = first;
        while (end < to && (CharacterClasses.at(text, end, to) & words) == 0) {
            end = CharacterClasses.next(text, end, to);
        }
        if (end == first) {
            return at;
        }
        while (end < to && tail.indexOf(text.charAt(end)) >= 0) {
            end++;
        }
        return end;
    }

    private int spaceEnd(String text, int at, int to) {
        int end = CharacterClasses.runEnd(text, at, to, CharacterClasses.SPACE);
        for (int line = end; hasLines && line > at; line--) {
            if ((CharacterClasses.at(text, line - 1, to) & CharacterClasses.NEWLINE) != 0) {
                return line;
            }
        }
        return end == to || end - at == 1 ? end : end - 1;
    }
}
