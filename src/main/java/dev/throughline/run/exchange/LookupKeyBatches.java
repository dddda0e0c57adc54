package dev.throughline.run.exchange;

import dev.throughline.trace.LookupKeys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Splits a request's lookup keys into batches that are queried one after the other.
final class LookupKeyBatches {
    /// Texts per statement; the client encodes them within a few milliseconds.
    private static final int MOST = 4_000;

    private LookupKeyBatches() {}

    /// Batches that together contain all given keys; a small set of keys is returned as one batch.
    static List<LookupKeys> of(LookupKeys lookupKeys) {
        int size = lookupKeys.tokens().size()
                + lookupKeys.callIds().size()
                + lookupKeys.contentHashes().size()
                + lookupKeys.answerKeys().size();
        if (size <= MOST) {
            return List.of(lookupKeys);
        }
        List<LookupKeys> slices = new ArrayList<>();
        Set<String> none = Set.of();
        String body = lookupKeys.bodyHash();
        add(slices, lookupKeys.tokens(), some -> new LookupKeys(some, none, none, none, body));
        add(slices, lookupKeys.callIds(), some -> new LookupKeys(none, some, none, none, body));
        add(slices, lookupKeys.contentHashes(), some -> new LookupKeys(none, none, some, none, body));
        add(slices, lookupKeys.answerKeys(), some -> new LookupKeys(none, none, none, some, body));
        return slices;
    }

    /// Splits a set.
    static List<Set<String>> of(Collection<String> texts) {
        List<String> all = List.copyOf(texts);
        List<Set<String>> slices = new ArrayList<>();
        for (int from = 0; from < all.size(); from += MOST) {
            slices.add(new HashSet<>(all.subList(from, Math.min(all.size(), from + MOST))));
        }
        return slices;
    }

    private static void add(List<LookupKeys> slices, Set<String> texts, Function<Set<String>, LookupKeys> clues) {
        of(texts).stream().map(clues).forEach(slices::add);
    }
}
