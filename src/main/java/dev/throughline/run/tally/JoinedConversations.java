package dev.throughline.run.tally;

import dev.throughline.run.tally.SavedTally.Joined;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// In which conversations the answers of each conversation came back: nearly always in itself only.
final class JoinedConversations {
    private final Map<Integer, Set<Integer>> byConversation = new HashMap<>();

    JoinedConversations(List<Joined> joined) {
        joined.forEach(one -> add(one.conversation(), one.by()));
    }

    /// @param by conversation of a request that did something with an answer of the other
    void add(int conversation, int by) {
        if (conversation != by) {
            byConversation.computeIfAbsent(conversation, _ -> new TreeSet<>()).add(by);
        }
    }

    /// The conversations whose requests may have done something with answers of one.
    Collection<Integer> of(int conversation) {
        Set<Integer> all = new TreeSet<>(byConversation.getOrDefault(conversation, Set.of()));
        all.add(conversation);
        return all;
    }

    List<Joined> all() {
        return byConversation.entrySet().stream()
                .flatMap(entry -> entry.getValue().stream().map(by -> new Joined(entry.getKey(), by)))
                .toList();
    }
}
