package dev.throughline.trace;

import dev.throughline.text.Sha256;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What a request did with the items of earlier answers, as far as the request before it in the
/// conversation did something else: what is recorded of its observations.
///
/// What a request did with an item is the latest change on the way from the request to the first one of its
/// conversation, or to the nearest whose changes are whole.
///
/// @param isWhole whether `made` are all observations, whatever the request before it did
/// @param made the observations that differ, by item
/// @param ended items that the request before it observed and this one does not, by item
/// @param cutsHistory whether the request left out an answer that the one before it carried; empty if `isWhole`
public record ObservationChanges(
        boolean isWhole, List<Observation> made, List<ItemPosition> ended, Optional<Boolean> cutsHistory) {
    public ObservationChanges {
        made = List.copyOf(made);
        ended = List.copyOf(ended);
    }

    /// All observations of a request, for one without another before it.
    public static ObservationChanges whole(List<Observation> observations) {
        return new ObservationChanges(true, observations, List.of(), Optional.empty());
    }

    /// The changes since the request that this one continues.
    /// @param parent number of that request
    /// @param history as read for the request; if it does not hold all that the parent did, the result is whole
    public static ObservationChanges since(OptionalInt parent, List<Observation> observations, RunHistory history) {
        return parent.isEmpty()
                ? whole(observations)
                : known(parent.getAsInt(), history)
                        .map(before -> since(before, observations))
                        .orElseGet(() -> whole(observations));
    }

    private static ObservationChanges since(Map<ItemPosition, Long> before, List<Observation> observations) {
        MessageDigest digest = Sha256.digest();
        List<Observation> made = new ArrayList<>();
        Set<ItemPosition> left = new HashSet<>(before.keySet());
        boolean cuts = false;
        for (Observation one : observations) {
            ItemPosition item = one.item();
            left.remove(item);
            Long known = before.get(item);
            if (known == null || known != ObservationDigests.of(one, digest)) {
                made.add(one);
                boolean wasAbsent = known != null && ObservationDigests.isAbsent(known);
                cuts |= !one.sighting().turnPresent() && !wasAbsent;
            }
        }
        return new ObservationChanges(false, made, left.stream().sorted().toList(), Optional.of(cuts));
    }

    /// The parent's observations, as digests; empty if not all of them are known.
    private static Optional<Map<ItemPosition, Long>> known(int parent, RunHistory history) {
        Map<Integer, TracedExchange> byNumber = history.exchanges().stream()
                .collect(Collectors.toMap(TracedExchange::number, Function.identity(), (some, _) -> some));
        Map<ItemPosition, Long> latest = new HashMap<>();
        int at = parent;
        while (true) {
            ObservationDigests digests = history.observed().get(at);
            TracedExchange exchange = byNumber.get(at);
            if (digests == null || exchange == null) {
                return Optional.empty();
            }
            digests.byItem().forEach(latest::putIfAbsent);
            OptionalInt next = exchange.link().parent();
            if (digests.isWhole() || next.isEmpty() || next.getAsInt() >= at) {
                break;
            }
            at = next.getAsInt();
        }
        latest.values().removeIf(digest -> digest == ObservationDigests.ENDED);
        return Optional.of(latest);
    }

    /// All observations of a request, by item.
    /// @param before all observations of the request before it, by item
    public List<Observation> applyTo(List<Observation> before) {
        if (!isWhole && made.isEmpty() && ended.isEmpty()) {
            return before;
        }
        List<Observation> changed =
                made.stream().sorted(Comparator.comparing(Observation::item)).toList();
        if (isWhole) {
            return changed;
        }
        Set<ItemPosition> left = new HashSet<>(ended);
        List<Observation> all = new ArrayList<>(before.size() + changed.size());
        int next = 0;
        for (Observation one : before) {
            ItemPosition item = one.item();
            while (next < changed.size() && changed.get(next).item().compareTo(item) < 0) {
                all.add(changed.get(next++));
            }
            boolean isReplaced =
                    next < changed.size() && changed.get(next).item().equals(item);
            if (!isReplaced && !left.contains(item)) {
                all.add(one);
            }
        }
        all.addAll(changed.subList(next, changed.size()));
        return List.copyOf(all);
    }
}
