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
}
