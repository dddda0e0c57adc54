package dev.throughline.wire;

import java.util.function.LongSupplier;

/// How much text of an answer a stream encoder may keep for the events that repeat it, and where the rest
/// is recorded.
///
/// @param most UTF-16 code units of all texts together
/// @param place supplies the position in the recorded answer of the encoder's current event
public record TextLimit(int most, LongSupplier place) {
    /// All texts are kept.
    public static final TextLimit NONE = new TextLimit(Integer.MAX_VALUE, () -> 0);
}
