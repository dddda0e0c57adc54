package dev.throughline.wire.translation;

/// How a request field is translated to another dialect.
public enum FieldTreatment {
    /// It is translated.
    CARRIED,
    /// Its effect is achieved without it, or the answer does not depend on it.
    MET,
    /// It has no counterpart and is dropped, which is reported to the client and recorded.
    DROPPED,
    /// The answer would be wrong without it: the request is refused.
    REFUSED
}
