package dev.throughline.prompt.api;

/// Turns offsets in UTF-16 units into offsets in Unicode characters (code points).
final class CharacterOffsets {
    private final String text;
    private int unit;
    private int character;

    CharacterOffsets(String text) {
        this.text = text;
    }

    /// The characters before `offset`. Offsets are asked for in ascending order; each costs what lies between.
    int of(int offset) {
        character += text.codePointCount(unit, offset);
        unit = offset;
        return character;
    }
}
