package dev.throughline.render.tokenizer;

import java.util.Optional;

/// The tokens of words seen lately: a fixed number of places, a new word takes that of another. Threads share it
/// without a lock: an entry is immutable, and a lost one is only computed again.
final class WordCache {
    /// Longer words are rare and cost memory.
    static final int LONGEST = 48;

    private static final int PLACES = 1 << 16;

    private final WordTokens[] places = new WordTokens[PLACES];

    Optional<WordTokens> find(String text, int from, int to, int hash) {
        WordTokens found = places[hash & PLACES - 1];
        return found != null && found.isOf(text, from, to) ? Optional.of(found) : Optional.empty();
    }

    void put(WordTokens tokens, int hash) {
        places[hash & PLACES - 1] = tokens;
    }

    static int hash(String text, int from, int to) {
        int hash = 0;
        for (int at = from; at < to; at++) {
            hash = 31 * hash + text.charAt(at);
        }
        return hash ^ hash >>> 15;
    }
}
