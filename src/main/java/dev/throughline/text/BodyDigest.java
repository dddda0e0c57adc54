package dev.throughline.text;

import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

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
}
