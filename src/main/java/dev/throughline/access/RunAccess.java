package dev.throughline.access;

/// Whether someone may use the endpoints of a run whose id they have.
public sealed interface RunAccess {

    /// They may.
    /// @param payer whose limits it uses up
    record Free(Caller payer) implements RunAccess {}

    /// They may not.
    record Barred(Denial denial) implements RunAccess {}
}
