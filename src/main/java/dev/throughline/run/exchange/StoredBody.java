package dev.throughline.run.exchange;

import dev.throughline.text.BodyDigest;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/// A request's body as it is recorded: whole, or as its difference from the body of an earlier request.
///
/// @param base number of the exchange with that body
/// @param head length of the common beginning
/// @param tail length of the common end
/// @param bytes what is between them
/// @param next what later bodies may be based on; empty if none may be based on this one
record StoredBody(OptionalInt base, int head, int tail, byte[] bytes, Optional<BodyBase> next) {
    /// Smaller bodies are always whole.
    static final int SMALLEST = 1024;

    /// A body that no other one is based on.
    static StoredBody alone(byte[] body) {
        return new StoredBody(OptionalInt.empty(), 0, 0, body, Optional.empty());
    }

    /// @param number of its exchange
    /// @param digest of the body; one that has no ends is recorded whole
    /// @param before the body of the exchange before it
    static StoredBody of(int number, byte[] body, BodyDigest digest, Optional<BodyBase> before) {
        if (digest.ends().isEmpty()) {
            return alone(body);
        }
        BodyMarks.Compared compared = BodyMarks.of(body, digest, before.map(BodyBase::marks));
        return before.flatMap(base -> difference(number, body, base, compared)).orElseGet(() -> {
            var next = new BodyBase(number, 0, body.length, compared.marks());
            return new StoredBody(OptionalInt.empty(), 0, 0, body, Optional.of(next));
        });
    }

    /// The difference from a base; empty if the body has little in common with it, or would be rebuilt from too much.
    private static Optional<StoredBody> difference(
            int number, byte[] body, BodyBase base, BodyMarks.Compared compared) {
        int head = compared.commonHead();
        int tail = Math.min(base.marks().commonTail(body), body.length - head);
        byte[] between = Arrays.copyOfRange(body, head, body.length - tail);
        BodyBase next = base.next(number, between.length, compared.marks());
        if (head == 0 || between.length > body.length / 2 || !next.isNear(body.length)) {
            return Optional.empty();
        }
        return Optional.of(new StoredBody(OptionalInt.of(base.exchange()), head, tail, between, Optional.of(next)));
    }

    /// A recorded body that a later one may be based on.
    ///
    /// A conversation that grows is recorded as differences, each from the body before, so that what is new in a
    /// request is stored once. A body is stored whole again where rebuilding it would read many rows for its
    /// length, or many more bytes than it has.
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
}
