package dev.throughline.trace;

import dev.throughline.text.BoundedMap;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import org.jspecify.annotations.Nullable;

/// The observations of recorded requests, rebuilt from the changes of each.
///
/// A list is rebuilt when it is read, from that of the request before it, and only the latest are held: the lists
/// of a conversation together grow with the square of its length. Thread-safe once all requests are added.
public final class ObservationHistory {
    /// Conversations whose requests may alternate without a list being rebuilt from the beginning.
    private static final int HELD = 64;

    private final Map<Integer, Step> steps = new HashMap<>();
    private final Map<Integer, List<Observation>> held = new BoundedMap<>(HELD);

    /// @param parent number of the request before, 0 for none
    private record Step(int parent, ObservationChanges changes) {}

    /// @param request its number, greater than its parent's
    /// @param parent number of the request that it continues, 0 for none
    public void add(int request, int parent, ObservationChanges changes) {
        steps.put(request, new Step(parent < request ? parent : 0, changes));
    }

    /// The observations of a request by item, rebuilt each time they are read; none for an unknown request.
    public List<Observation> of(int request) {
        return new Rebuilt(this, request);
    }

    private synchronized List<Observation> rebuilt(int request) {
        Deque<Step> missing = new ArrayDeque<>();
        int at = request;
        List<Observation> found = held.get(at);
        while (found == null) {
            @Nullable Step step = steps.get(at);
            if (step == null) {
                found = List.of();
            } else {
                missing.push(step);
                at = step.parent();
                found = step.changes().isWhole() ? List.of() : held.get(at);
            }
        }
        for (Step step : missing) {
            found = step.changes().applyTo(Objects.requireNonNull(found));
        }
        held.put(request, Objects.requireNonNull(found));
        return found;
    }

    /// Equal to any list of the same observations.
    private static final class Rebuilt extends AbstractList<Observation> {
        private final ObservationHistory history;
        private final int request;

        Rebuilt(ObservationHistory history, int request) {
            this.history = history;
            this.request = request;
        }

        private List<Observation> all() {
            return history.rebuilt(request);
        }

        @Override
        public Observation get(int index) {
            return all().get(index);
        }

        @Override
        public int size() {
            return all().size();
        }

        @Override
        public Iterator<Observation> iterator() {
            return all().iterator();
        }

        @Override
        public Spliterator<Observation> spliterator() {
            return all().spliterator();
        }
    }

    /// The differences of a list of `of` from that of the request that its own one continues; empty for any other list.
    public static Optional<ObservationChanges> changes(List<Observation> observations) {
        return observations instanceof Rebuilt one
                ? Optional.ofNullable(one.history.steps.get(one.request)).map(Step::changes)
                : Optional.empty();
    }

    /// A list that stays as it is: those of `of` never change, any other one is copied.
    static List<Observation> unchanging(List<Observation> observations) {
        return observations instanceof Rebuilt ? observations : List.copyOf(observations);
    }
}
