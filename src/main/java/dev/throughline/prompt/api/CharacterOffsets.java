package dev.throughline.prompt.api;

/// Converts offsets in UTF-16 units to offsets in Unicode characters (code points).
final class CharacterOffsets {
    private final String text;
    private int unit;
    private int character;

    CharacterOffsets(String text) {
        this.text = text;
    }

    /// The number of characters before `offset`. Offsets must be queried in ascending order; the cost of
    /// each is its distance from the previous one.
    int of(int offset) {
        character += text.codePointCount(unit, offset);
        unit = offset;
        return character;
    }
}
