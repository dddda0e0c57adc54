package dev.throughline.text;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/// The SHA-256 of a body, with what is needed to hash a body that begins with the same bytes from there on.
///
/// @param hex the hash of all of it, in hexadecimal
/// @param checkpoints by ascending offset; the nearer to the end of the history, the denser
public record BodyDigest(String hex, List<Checkpoint> checkpoints) {
    private static final int FIRST_STEP = 1 << 12;

    public BodyDigest {
        checkpoints = List.copyOf(checkpoints);
    }

    /// @param digest of the bytes before the offset; must not be fed
    record Checkpoint(int offset, MessageDigest digest) {}

    /// Of no body: hashing begins at its first byte.
    public static final BodyDigest NONE = new BodyDigest("", List.of(new Checkpoint(0, Sha256.digest())));

    /// The hash of a body.
    /// @param historyEnd offset behind the part that the next request repeats
    /// @param shared bytes that the body has in common with that of this hash, from the first
    public BodyDigest of(byte[] body, int historyEnd, int shared) {
        List<Checkpoint> all = new ArrayList<>();
        checkpoints.stream().filter(one -> one.offset() <= shared).forEach(all::add);
        int at = all.getLast().offset();
        MessageDigest digest = Sha256.copy(all.getLast().digest());
        for (int step = Integer.highestOneBit(Math.max(1, historyEnd)); step >= FIRST_STEP; step /= 2) {
            int offset = historyEnd - step;
            if (offset > at) {
                digest.update(body, at, offset - at);
                at = offset;
                all.add(new Checkpoint(at, Sha256.copy(digest)));
            }
        }
        if (historyEnd > at) {
            digest.update(body, at, historyEnd - at);
            at = historyEnd;
            all.add(new Checkpoint(at, Sha256.copy(digest)));
        }
        digest.update(body, at, body.length - at);
        return new BodyDigest(
                HexFormat.of().formatHex(digest.digest()),
                Checkpoints.thinned(all, Checkpoint::offset, historyEnd, FIRST_STEP));
    }

    /// SHA-256 of some beginnings of the body, by their lengths. The bytes from the nearest checkpoints on are hashed
    /// once.
    public Map<Integer, byte[]> ofBeginnings(byte[] body, SortedSet<Integer> lengths) {
        Map<Integer, byte[]> hashes = new HashMap<>();
        Checkpoint at = checkpoints.getFirst();
        for (int length : lengths) {
            Checkpoint nearest = nearest(length);
            Checkpoint from = nearest.offset() > at.offset() ? nearest : at;
            MessageDigest digest = Sha256.copy(from.digest());
            digest.update(body, from.offset(), length - from.offset());
            at = new Checkpoint(length, digest);
            hashes.put(length, Sha256.copy(digest).digest());
        }
        return hashes;
    }

    /// The last checkpoint that is not behind a place.
    private Checkpoint nearest(int place) {
        return checkpoints.stream()
                .filter(one -> one.offset() <= place)
                .reduce((_, later) -> later)
                .orElseThrow();
    }
}
