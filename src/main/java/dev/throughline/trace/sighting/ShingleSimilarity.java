package dev.throughline.trace.sighting;

import java.util.HashSet;
import java.util.Set;

/// Measures how much of a text is contained in another one by the shingles that both share, wherever they
/// occur. White space is ignored. Linear in both texts; of long ones only a sample of the shingles is used.
final class ShingleSimilarity {
    private static final int PIECE = 6;
    private static final int SAMPLE = 2_048;
    private static final int BASE = 1_000_003;
    private static final int LEADING = power();

    private ShingleSimilarity() {}

    /// From 0 (nothing in common) to 1 (all shingles of the shorter text are in the longer one).
    static double of(String some, String other) {
        String one = dense(some);
        String two = dense(other);
        String shorter = one.length() <= two.length() ? one : two;
        String longer = one.length() <= two.length() ? two : one;
        if (shorter.length() < PIECE) {
            return shorter.equals(longer) ? 1 : 0;
        }
        int mask = mask(shorter.length());
        Set<Integer> wanted = new HashSet<>();
        pieces(shorter, mask, wanted, true);
        int all = wanted.size();
        pieces(longer, mask, wanted, false);
        return all == 0 ? 0 : (double) (all - wanted.size()) / all;
    }

    /// A text without its white space.
    static String dense(String text) {
        var dense = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            if (!Character.isWhitespace(text.charAt(i))) {
                dense.append(text.charAt(i));
            }
        }
        return dense.toString();
    }

    /// Adds the shingles of a text to a set, or removes them from it.
    private static void pieces(String text, int mask, Set<Integer> set, boolean adds) {
        int hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = hash * BASE + text.charAt(i) - (i < PIECE ? 0 : text.charAt(i - PIECE) * LEADING);
            int mixed = hash ^ hash >>> 15;
            if (i >= PIECE - 1 && (mixed & mask) == 0) {
                if (adds) {
                    set.add(hash);
                } else {
                    set.remove(hash);
                }
            }
        }
    }

    /// Selects about as many shingles as a sample has.
    private static int mask(int length) {
        int mask = 0;
        while (length / (mask + 1) > SAMPLE) {
            mask = mask * 2 + 1;
        }
        return mask;
    }

    private static int power() {
        int power = 1;
        for (int i = 0; i < PIECE; i++) {
            power *= BASE;
        }
        return power;
    }
}
