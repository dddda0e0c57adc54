package dev.throughline.wire.translation;

/// What becomes of a field of a request in another dialect.
public enum FieldTreatment {
    /// It is written there, in that dialect's words.
    CARRIED,
    /// What it asks for is done without it, or it says nothing that the answer depends on.
    MET,
    /// It has no place there; it is named to the client and in the record.
    DROPPED,
    /// An answer without it would be wrong: the request is refused.
    REFUSED
}
