package dev.throughline.run.exchange;

import dev.throughline.text.BodyDigest;
import dev.throughline.text.Sha256;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// Where a later body of the conversation may differ from this one: the ends of the last elements of its
/// history, each with a hash of everything before, and the rest behind the history with its hash. So two
/// bodies are compared without reading the earlier one.
///
/// @param heads beginnings of the body, shortest first
/// @param tail end of the body
record BodyMarks(List<Mark> heads, Mark tail) {
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

    /// The marks of a body.
    /// @param known of the body, with the ends of its history
    /// @param other the one to compare it with
    static Compared of(byte[] body, BodyDigest known, Optional<BodyMarks> other) {
        List<Integer> ends = known.ends();
        int tail = known.closing();
        MessageDigest digest = Sha256.digest();
        digest.update(body, tail, body.length - tail);
        List<Mark> heads = other.map(BodyMarks::heads).orElse(List.of());
        var lengths = new TreeSet<>(ends);
        heads.stream().map(Mark::length).filter(length -> length <= body.length).forEach(lengths::add);
        Map<Integer, byte[]> hashes = known.ofBeginnings(body, lengths);
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
