package dev.throughline.run.exchange;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
    /// @param parent number of the exchange before it, 0 for none
    /// @param known the parent's body and its anchors, by number
    static StoredBody of(int number, byte[] body, int parent, Map<Integer, BodyBase> known) {
        Optional<BodyMarks> marks = BodyMarks.of(body);
        if (marks.isEmpty()) {
            return alone(body);
        }
        BodyBase before = known.get(parent);
        if (before != null && !before.isLast()) {
            Optional<StoredBody> based = Optional.ofNullable(known.get(before.next()))
                    .flatMap(base -> difference(number, body, before, base, marks.get()));
            if (based.isPresent()) {
                return based.get();
            }
        }
        var next = new BodyBase(number, 0, List.of(number, number), marks.get());
        return new StoredBody(OptionalInt.empty(), 0, 0, body, Optional.of(next));
    }

    /// The difference from a base; empty if the body has little in common with it.
    private static Optional<StoredBody> difference(
            int number, byte[] body, BodyBase before, BodyBase base, BodyMarks marks) {
        int head = base.marks().commonHead(body);
        int tail = Math.min(base.marks().commonTail(body), body.length - head);
        byte[] between = Arrays.copyOfRange(body, head, body.length - tail);
        if (head == 0 || between.length > body.length / 2) {
            return Optional.empty();
        }
        var next = new BodyBase(number, before.place() + 1, before.anchorsOfNext(number), marks);
        return Optional.of(new StoredBody(OptionalInt.of(base.exchange()), head, tail, between, Optional.of(next)));
    }
}
