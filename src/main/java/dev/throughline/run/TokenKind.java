package dev.throughline.run;

/// The kind of a recorded token. Its code is stored in the database and never changes.
public enum TokenKind {
    START(0),
    REASONING(1),
    SIGNATURE(2),
    REDACTED(3),
    TEXT(4),
    CALL_START(5),
    CALL_ARGUMENTS(6),
    CALL_END(7),
    USAGE(8),
    FINISH(9),
    FAILURE(10),
    /// Text of the backend that the client did not receive verbatim: markup, and what was repaired or dropped.
    RAW(11),
    /// Ids of tokens as the backend returned them (`SampledTokens`).
    SAMPLED(12);

    private static final TokenKind[] BY_CODE = values();

    private final short code;

    TokenKind(int code) {
        this.code = (short) code;
    }

    public short code() {
        return code;
    }

    public static TokenKind of(short code) {
        return BY_CODE[code];
    }
}
