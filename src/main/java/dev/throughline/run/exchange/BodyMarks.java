package dev.throughline.run.exchange;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.throughline.run.BodyOutline;
import dev.throughline.text.BodyDigest;
import dev.throughline.text.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Where a later body of the conversation may differ from this one: the ends of the last elements of its
/// history, each with a hash of everything before, and the rest behind the history with its hash. So two
/// bodies are compared without reading the earlier one.
///
/// @param heads beginnings of the body, shortest first
/// @param tail end of the body
record BodyMarks(List<Mark> heads, Mark tail) {
    private static final Set<String> HISTORIES = Set.of("messages", "input");
    private static final JsonFactory JSON = new JsonFactory();

    /// Some bytes of a body.
    /// @param high first half of 128 bits of SHA-256 over them
    record Mark(int length, long high, long low) {
        static final int BYTES = Integer.BYTES + 2 * Long.BYTES;

        private static Mark of(int length, byte[] sha256) {
            ByteBuffer hash = ByteBuffer.wrap(sha256);
            return new Mark(length, hash.getLong(), hash.getLong());
        }
    }

    BodyMarks {
        heads = List.copyOf(heads);
    }

    /// A body that was read once, for its own marks and for those of another one.
    /// @param commonHead bytes that both begin with, as far as the other's marks show
    record Compared(BodyMarks marks, int commonHead) {}

    /// The marks of a body; empty if it contains no history.
    /// @param outline of the body; found here if it is not known
    /// @param other the one to compare it with
    static Optional<Compared> of(byte[] body, Optional<BodyOutline> outline, Optional<BodyMarks> other) {
        return outline.or(() -> scan(body)).map(found -> of(body, found, other));
    }

    private static Compared of(byte[] body, BodyOutline outline, Optional<BodyMarks> other) {
        List<Integer> ends = outline.ends();
        int tail = outline.closing();
        MessageDigest digest = Sha256.digest();
        digest.update(body, tail, body.length - tail);
        List<Mark> heads = other.map(BodyMarks::heads).orElse(List.of());
        var lengths = new TreeSet<>(ends);
        heads.stream().map(Mark::length).filter(length -> length <= body.length).forEach(lengths::add);
        Map<Integer, byte[]> hashes = outline.digest().ofBeginnings(body, lengths);
        Map<Integer, Mark> marked = new HashMap<>();
        hashes.forEach((length, hash) -> marked.put(length, Mark.of(length, hash)));
        var marks =
                new BodyMarks(ends.stream().map(marked::get).toList(), Mark.of(body.length - tail, digest.digest()));
        int common = heads.stream()
                .filter(mark -> mark.equals(marked.get(mark.length())))
                .mapToInt(Mark::length)
                .max()
                .orElse(0);
        return new Compared(marks, common);
    }

    /// Finds the ends of the last elements of the history; empty if there is none.
    private static Optional<BodyOutline> scan(byte[] body) {
        try (JsonParser parser = JSON.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Optional.empty();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                if (parser.nextToken() == JsonToken.START_ARRAY && HISTORIES.contains(name)) {
                    return scan(parser);
                }
                parser.skipChildren();
            }
        } catch (IOException e) {
            // Not all that is recorded is JSON.
            return Optional.empty();
        }
        return Optional.empty();
    }

    private static Optional<BodyOutline> scan(JsonParser parser) throws IOException {
        Deque<Integer> ends = new ArrayDeque<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            parser.skipChildren();
            parser.finishToken();
            ends.addLast((int) parser.currentLocation().getByteOffset());
            if (ends.size() > BodyOutline.LAST) {
                ends.removeFirst();
            }
        }
        int closing = (int) parser.currentTokenLocation().getByteOffset();
        return ends.isEmpty()
                ? Optional.empty()
                : Optional.of(new BodyOutline(List.copyOf(ends), closing, BodyDigest.NONE));
    }

    /// How many bytes another body ends with in common with this one, as far as the marks show.
    int commonTail(byte[] other) {
        if (tail.length() > other.length) {
            return 0;
        }
        MessageDigest digest = Sha256.digest();
        digest.update(other, other.length - tail.length(), tail.length());
        return Mark.of(tail.length(), digest.digest()).equals(tail) ? tail.length() : 0;
    }

    byte[] encoded() {
        var bytes = ByteBuffer.allocate((heads.size() + 1) * Mark.BYTES);
        put(bytes, tail);
        heads.forEach(mark -> put(bytes, mark));
        return bytes.array();
    }

    private static void put(ByteBuffer bytes, Mark mark) {
        bytes.putInt(mark.length()).putLong(mark.high()).putLong(mark.low());
    }

    static BodyMarks decode(byte[] encoded) {
        var bytes = ByteBuffer.wrap(encoded);
        Mark tail = mark(bytes);
        List<Mark> heads = new ArrayList<>();
        while (bytes.remaining() >= Mark.BYTES) {
            heads.add(mark(bytes));
        }
        return new BodyMarks(heads, tail);
    }

    private static Mark mark(ByteBuffer bytes) {
        return new Mark(bytes.getInt(), bytes.getLong(), bytes.getLong());
    }
}
