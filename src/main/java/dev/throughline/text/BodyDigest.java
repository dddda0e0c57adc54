package dev.throughline.text;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/// The SHA-256 of a request's body, and where its history ends, with what is needed to hash a body that begins with the
/// same bytes from there on.
///
/// @param hex the hash of all of it, in hexadecimal
/// @param ends offsets behind the last elements of its history, at most `LAST`, ascending; empty if they are not known
/// @param closing offset of the bracket that closes its history; 0 if it is not known
/// @param states by ascending offset, the first one at 0
public record BodyDigest(String hex, List<Integer> ends, int closing, List<State> states) {
    /// Elements at the end of a history that a client may still change: Claude Code 2.1 moves its
    /// `cache_control` over the last two messages.
    public static final int LAST = 6;

    /// The digest of no body: hashing begins at its first byte.
    public static final BodyDigest NONE = new BodyDigest("", List.of(), 0, List.of(new State(0, Sha256.digest())));

    public BodyDigest {
        ends = List.copyOf(ends);
        states = List.copyOf(states);
    }

    /// @param digest of the bytes before the offset; must not be fed
    record State(int offset, MessageDigest digest) {
        State fed(byte[] body, int end) {
            MessageDigest next = Sha256.copy(digest);
            next.update(body, offset, end - offset);
            return new State(end, next);
        }

        byte[] hash() {
            return Sha256.copy(digest).digest();
        }
    }

    /// The hash of a body.
    /// @param ends, closing of that body
    /// @param shared bytes that it has in common with the body of this hash, from the first
    public BodyDigest of(byte[] body, List<Integer> ends, int closing, int shared) {
        List<State> all = new ArrayList<>(
                states.stream().filter(one -> one.offset() <= shared).toList());
        for (int end : ends) {
            if (end > all.getLast().offset()) {
                all.add(all.getLast().fed(body, end));
            }
        }
        String hex =
                HexFormat.of().formatHex(all.getLast().fed(body, body.length).hash());
        // Those of the earlier body too: the database compares this one with the ends that it had.
        if (all.size() > 1 + 2 * LAST) {
            all.subList(1, all.size() - 2 * LAST).clear();
        }
        return new BodyDigest(hex, ends, closing, all);
    }

    /// SHA-256 of some beginnings of the body, by their lengths. The bytes from the nearest states on are hashed once.
    public Map<Integer, byte[]> ofBeginnings(byte[] body, SortedSet<Integer> lengths) {
        Map<Integer, byte[]> hashes = new HashMap<>();
        State at = states.getFirst();
        for (int length : lengths) {
            State nearest = nearest(length);
            at = (nearest.offset() > at.offset() ? nearest : at).fed(body, length);
            hashes.put(length, at.hash());
        }
        return hashes;
    }

    /// The last state that is not behind a place.
    private State nearest(int place) {
        return states.stream()
                .filter(one -> one.offset() <= place)
                .reduce((_, later) -> later)
                .orElseThrow();
    }
}
