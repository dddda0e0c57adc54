package dev.throughline.access;

/// Whether a caller may use the endpoints of a run by its id.
public sealed interface RunAccess {
    /// Allowed.
    /// @param payer whose limits it consumes
    record Free(Caller payer) implements RunAccess {}

    /// Denied.
    record Barred(Denial denial) implements RunAccess {}
}
