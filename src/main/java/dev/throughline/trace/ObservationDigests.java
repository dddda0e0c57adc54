package dev.throughline.trace;

import dev.throughline.text.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;

/// Digests of what a request did with items: enough to find what a later request of
/// the conversation does otherwise.
///
/// A digest is 64 bits of SHA-256 over an observation without its item; the lowest bit is 1 where the whole
/// answer is absent.
///
/// @param isWhole whether these are all items that the request observed; otherwise those that it observed
///     otherwise than the request before it
/// @param byItem the digests; 0 for an item that the request does not observe any more
public record ObservationDigests(boolean isWhole, Map<ItemPosition, Long> byItem) {
    /// The digest of an item that is not observed any more.
    public static final long ENDED = 0;

    private static final long ABSENT = 1;

    public ObservationDigests {
        byItem = Map.copyOf(byItem);
    }

    /// The digest of an observation; never `ENDED`.
    public static long of(Observation observation) {
        return of(observation, Sha256.digest());
    }

    /// Calculates it with a digest that is used for many of them.
    static long of(Observation observation, MessageDigest digest) {
        Sighting seen = observation.sighting();
        var text = new StringBuilder(128);
        text.append(observation.due()).append(' ').append(observation.scope());
        text.append(' ').append(seen.place()).append(' ').append(seen.text()).append(' ');
        text.append(seen.signature()).append(' ').append(seen.inOrder()).append(' ');
        text.append(seen.copies()).append(' ').append(seen.path().length()).append(' ');
        text.append(seen.field().length()).append(' ').append(seen.path()).append(seen.field());
        seen.difference().ifPresent(difference -> text.append(' ').append(difference));
        long bits = ByteBuffer.wrap(digest.digest(text.toString().getBytes(StandardCharsets.UTF_8)))
                .getLong();
        long marked = bits & ~ABSENT | (seen.turnPresent() ? 0 : ABSENT);
        return marked == ENDED ? ABSENT << 1 : marked;
    }

    /// Whether the answer of the item was absent from the request.
    static boolean isAbsent(long digest) {
        return (digest & ABSENT) != 0;
    }
}
