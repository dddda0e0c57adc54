package dev.throughline.run.events;

import dev.throughline.run.RunId;
import dev.throughline.run.RunState;
import dev.throughline.trace.ExchangeOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;

/// What one reader of a run has received, and what to send it next from what was read since. Used by one
/// read at a time.
final class SubscriberCursor {
    /// Numbers are assigned before their exchanges are recorded. A missing exchange is waited for until a
    /// certain number of later ones were assigned: its request may have failed, in which case the exchange
    /// never appears.
    static final int LATEST = 1_000;

    private final RunId run;
    private final NavigableSet<Integer> open = new TreeSet<>();
    private final NavigableSet<Integer> awaited = new TreeSet<>();
    private boolean hasJoined;
    private int highest;

    SubscriberCursor(RunId run) {
        this.run = run;
    }

    /// A run's state, and the exchanges requested by a cursor.
    /// @param given how many numbers have been assigned to its exchanges
    /// @param upTo the number up to which all new ones are included
    record Seen(RunState state, int given, int upTo, SortedMap<Integer, ExchangeOutcome> found) {}

    /// What a reader receives next.
    /// @param hasMore whether more was available than was read
    /// @param isLast whether nothing follows
    record Step(List<RunEvent> events, boolean hasMore, boolean isLast) {
        Step {
            events = List.copyOf(events);
        }
    }

    RunId run() {
        return run;
    }

    /// Whether anything was sent.
    boolean hasJoined() {
        return hasJoined;
    }

    /// The number above which all exchanges are new.
    int highest() {
        return highest;
    }

    /// Exchanges reported as begun but not as ended.
    Integer[] open() {
        return open.toArray(Integer[]::new);
    }

    /// Exchanges below the highest number that were still missing.
    Integer[] awaited() {
        return awaited.toArray(Integer[]::new);
    }

    /// @param seen empty if the run no longer exists
    Step advance(Optional<Seen> seen) {
        return seen.map(this::advance).orElseGet(() -> new Step(List.of(), false, true));
    }

    private Step advance(Seen seen) {
        List<RunEvent> events = new ArrayList<>();
        if (hasJoined) {
            ended(seen, events);
            began(seen, events);
        } else {
            join(seen, events);
        }
        highest = Math.max(highest, seen.upTo());
        awaited.headSet(highest - LATEST).clear();
        boolean hasMore = seen.upTo() < seen.given();
        boolean isLast = seen.state() == RunState.SEALED && !hasMore;
        if (isLast) {
            events.add(new RunEvent.Sealed(run));
        }
        return new Step(events, hasMore, isLast);
    }

    private void join(Seen seen, List<RunEvent> events) {
        hasJoined = true;
        events.add(new RunEvent.Standing(run, seen.state(), seen.given()));
        seen.found().forEach((number, outcome) -> {
            if (outcome == ExchangeOutcome.OPEN) {
                open.add(number);
            }
        });
        await(Math.max(0, seen.given() - LATEST), seen);
    }

    private void ended(Seen seen, List<RunEvent> events) {
        open.removeIf(number -> {
            ExchangeOutcome outcome = seen.found().getOrDefault(number, ExchangeOutcome.OPEN);
            if (outcome != ExchangeOutcome.OPEN) {
                events.add(new RunEvent.ExchangeEnded(run, number, outcome));
            }
            return outcome != ExchangeOutcome.OPEN;
        });
    }

    private void began(Seen seen, List<RunEvent> events) {
        for (Map.Entry<Integer, ExchangeOutcome> entry : seen.found().entrySet()) {
            int number = entry.getKey();
            if (!awaited.remove(number) && number <= highest) {
                continue;
            }
            events.add(new RunEvent.ExchangeBegan(run, number));
            if (entry.getValue() == ExchangeOutcome.OPEN) {
                open.add(number);
            } else {
                events.add(new RunEvent.ExchangeEnded(run, number, entry.getValue()));
            }
        }
        await(highest, seen);
    }

    private void await(int after, Seen seen) {
        for (int number = after + 1; number <= seen.upTo(); number++) {
            if (!seen.found().containsKey(number)) {
                awaited.add(number);
            }
        }
    }
}
