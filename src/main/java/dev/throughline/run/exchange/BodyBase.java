package dev.throughline.run.exchange;

/// A recorded body that a later one may be based on.
///
/// A conversation that grows is recorded as differences, each from the body before, so that what is new in a
/// request is stored once. A body is stored whole again where rebuilding it would read many rows for its length,
/// or many more bytes than it has.
///
/// @param exchange number of its exchange
/// @param place its steps from the last whole body of the conversation
/// @param chain bytes that are stored since that body, its own included
record BodyBase(int exchange, int place, long chain, BodyMarks marks) {
    /// Rows from which any body may be rebuilt.
    static final int STEPS = 32;
    /// Bytes of a body for each row more.
    static final int BYTES_OF_STEP = 256;

    private static final int BYTES = 64 * 1024;

    /// The body after this one.
    /// @param number of its exchange
    /// @param between bytes that are stored of it
    BodyBase next(int number, int between, BodyMarks found) {
        return new BodyBase(number, place + 1, chain + between, found);
    }

    /// Whether rebuilding it costs no more than its length allows.
    /// @param length of the body
    boolean isNear(int length) {
        return place < STEPS + length / BYTES_OF_STEP && chain <= 2L * length + BYTES;
    }
}
