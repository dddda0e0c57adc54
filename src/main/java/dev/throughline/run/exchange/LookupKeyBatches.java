package dev.throughline.run.exchange;

import dev.throughline.trace.Clues;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Divides what a request points at into parts that are looked up one after the other.
final class LookupKeyBatches {
    /// Texts of one statement; written by the client within a few milliseconds.
    private static final int MOST = 4_000;

    private LookupKeyBatches() {}

    /// Clues that together are the given ones; the clues themselves where they are few.
    static List<Clues> of(Clues clues) {
        int size = clues.tokens().size()
                + clues.callIds().size()
                + clues.contentHashes().size()
                + clues.answerKeys().size();
        if (size <= MOST) {
            return List.of(clues);
        }
        List<Clues> slices = new ArrayList<>();
        Set<String> none = Set.of();
        String body = clues.bodyHash();
        add(slices, clues.tokens(), some -> new Clues(some, none, none, none, body));
        add(slices, clues.callIds(), some -> new Clues(none, some, none, none, body));
        add(slices, clues.contentHashes(), some -> new Clues(none, none, some, none, body));
        add(slices, clues.answerKeys(), some -> new Clues(none, none, none, some, body));
        return slices;
    }

    /// Parts of a set.
    static List<Set<String>> of(Collection<String> texts) {
        List<String> all = List.copyOf(texts);
        List<Set<String>> slices = new ArrayList<>();
        for (int from = 0; from < all.size(); from += MOST) {
            slices.add(new HashSet<>(all.subList(from, Math.min(all.size(), from + MOST))));
        }
        return slices;
    }

    private static void add(List<Clues> slices, Set<String> texts, Function<Set<String>, Clues> clues) {
        of(texts).stream().map(clues).forEach(slices::add);
    }
}
