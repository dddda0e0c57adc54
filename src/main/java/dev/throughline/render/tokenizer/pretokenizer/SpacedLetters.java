package dev.throughline.render.tokenizer.pretokenizer;

/// ` ?\p{L}+`
record SpacedLetters() implements WordScanner.LetterRule {
    @Override
    public int end(String text, int at, int to) {
        int first = text.charAt(at) == ' ' ? at + 1 : at;
        int end = CharacterClasses.runEnd(text, first, to, CharacterClasses.LETTER);
        return end == first ? at : end;
    }
}
