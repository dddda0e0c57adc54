package dev.throughline.render.tokenizer;

/// A part of a text that is encoded by itself, in UTF-16 units.
///
/// @param to not included
public record TextRange(int from, int to) {
    public TextRange {
        if (from < 0 || to <= from) {
            throw new IllegalArgumentException("a range of at least one character was expected");
        }
    }
}
