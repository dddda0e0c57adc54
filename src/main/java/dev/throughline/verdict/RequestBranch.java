package dev.throughline.verdict;

import dev.throughline.trace.Observation;
import dev.throughline.trace.ObservationChanges;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Requests of which each continues the one before, and what the latest of them does with items.
final class RequestBranch {
    private final Map<Integer, List<Observation>> byAnswer = new HashMap<>();
    private final Map<Integer, List<ObservedItem.Carrier>> carriers = new HashMap<>();
    private final Set<ObservedItem.Carrier> contested = new HashSet<>();
    private int latest;

    /// Number of the latest request.
    int latest() {
        return latest;
    }

    /// The carriers whose items another branch treats differently: each request of this one counts by itself.
    Set<ObservedItem.Carrier> contested() {
        return contested;
    }

    /// Takes what a request did, of which only the changes are known.
    /// @return the answers whose items are affected, in ascending order
    Collection<Integer> apply(ObservationChanges changes) {
        Set<Integer> answers = new TreeSet<>();
        changes.ended().forEach(item -> {
            answers.add(item.exchange());
            of(item.exchange()).removeIf(one -> one.ordinal() == item.ordinal());
        });
        for (Observation made : changes.made()) {
            answers.add(made.exchange());
            List<Observation> ofAnswer = byAnswer.computeIfAbsent(made.exchange(), _ -> new ArrayList<>());
            ofAnswer.removeIf(one -> one.ordinal() == made.ordinal());
            int place = 0;
            while (place < ofAnswer.size() && ofAnswer.get(place).ordinal() < made.ordinal()) {
                place++;
            }
            ofAnswer.add(place, made);
        }
        return answers;
    }

    /// Takes everything that a request did.
    /// @return the answers whose items are affected: all of before and of now
    Collection<Integer> replace(List<Observation> observations) {
        Map<Integer, List<Observation>> found = new LinkedHashMap<>();
        observations.forEach(one ->
                found.computeIfAbsent(one.exchange(), _ -> new ArrayList<>()).add(one));
        List<Integer> answers = new ArrayList<>(found.keySet());
        byAnswer.keySet().stream().filter(answer -> !found.containsKey(answer)).forEach(answers::add);
        byAnswer.clear();
        byAnswer.putAll(found);
        return answers;
    }

    /// How the latest request treated the items of an answer.
    List<Observation> of(int answer) {
        return byAnswer.getOrDefault(answer, new ArrayList<>());
    }

    void carry(int answer, List<ObservedItem.Carrier> items) {
        carriers.put(answer, items);
    }

    /// Ends what was carried of some answers up to the latest request.
    void release(Collection<Integer> answers) {
        for (int answer : answers) {
            carriers.getOrDefault(answer, List.of())
                    .forEach(carrier -> carrier.item().leave(carrier));
            carriers.remove(answer);
        }
    }

    /// What the latest request did with the items of all answers that are not forgotten, for another request that
    /// continues it.
    Map<Integer, List<Observation>> copy() {
        Map<Integer, List<Observation>> copy = new HashMap<>();
        byAnswer.forEach((answer, items) -> copy.put(answer, new ArrayList<>(items)));
        return copy;
    }

    /// Begins where another branch was.
    /// @return the answers whose items are affected
    Collection<Integer> begin(Map<Integer, List<Observation>> before, ObservationChanges changes) {
        before.forEach((answer, items) -> byAnswer.put(answer, new ArrayList<>(items)));
        Set<Integer> answers = new TreeSet<>(before.keySet());
        answers.addAll(apply(changes));
        return answers;
    }

    /// Leaves out an answer of which nothing new will be recorded.
    void forget(int answer) {
        byAnswer.remove(answer);
        List<ObservedItem.Carrier> held = carriers.remove(answer);
        if (held != null) {
            held.forEach(contested::remove);
        }
    }

    /// Continues with another request.
    void advance(int request) {
        latest = request;
    }

    /// No request continues the latest one.
    void close() {
        release(List.copyOf(carriers.keySet()));
        byAnswer.clear();
    }
}
