package dev.throughline.access;

/// Whether someone may use the endpoints of a run whose id they have.
public sealed interface Passage {

    /// They may.
    /// @param payer whose limits it uses up
    record Free(Caller payer) implements Passage {}

    /// They may not.
    record Barred(Denial denial) implements Passage {}
}
