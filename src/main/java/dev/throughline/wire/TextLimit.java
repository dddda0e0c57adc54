package dev.throughline.wire;

import java.util.function.LongSupplier;

/// How much text of an answer a stream encoder may keep for the events that repeat it, and where it finds the rest.
///
/// @param most UTF-16 code units of all texts together
/// @param place gives the place in the answer's record of the event that the encoder is given
public record TextLimit(int most, LongSupplier place) {
    /// All texts are kept.
    public static final TextLimit NONE = new TextLimit(Integer.MAX_VALUE, () -> 0);
}
