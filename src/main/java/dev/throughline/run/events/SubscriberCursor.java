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
import java.util.stream.IntStream;

/// Tracks what one reader of a run has received, and what to send it next from what was read since. Used by one
/// read at a time.
final class SubscriberCursor {
    /// Numbers are assigned before their exchanges are recorded. A missing exchange is waited for until a certain
    /// number of later ones were assigned: its request may have failed, in which case the exchange never appears.
    static final int LATEST = 1_000;

    private final RunId run;
    private final NavigableSet<Integer> open;
    private final NavigableSet<Integer> awaited;
    private boolean hasJoined;
    private boolean hasReported;
    private int highest;

    private SubscriberCursor(RunId run, boolean hasJoined, EventPosition after) {
        this.run = run;
        this.hasJoined = hasJoined;
        this.highest = after.highest();
        this.open = new TreeSet<>(after.open());
        this.awaited = new TreeSet<>(after.awaited());
    }

    /// The cursor of a reader that joins.
    static SubscriberCursor joining(RunId run) {
        return new SubscriberCursor(run, false, new EventPosition(0, List.of(), List.of()));
    }

    /// The cursor of a reader that has received everything up to a position.
    static SubscriberCursor after(RunId run, EventPosition received) {
        return new SubscriberCursor(run, true, received);
    }

    /// A run's state, and the exchanges requested by a cursor.
    /// @param given how many numbers have been assigned to its exchanges
    /// @param upTo the number up to which all new ones are included
    record Seen(RunState state, int given, int upTo, SortedMap<Integer, ExchangeOutcome> found) {}

    /// The next delivery to a reader.
    /// @param reached where it has arrived then; empty if nothing is new, if nothing follows, or if more is
    /// unfinished than a position holds
    /// @param hasMore whether more was available than was read
    /// @param isLast whether nothing follows
    record Step(List<RunEvent> events, Optional<EventPosition> reached, boolean hasMore, boolean isLast) {
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
        return seen.map(this::advance).orElseGet(() -> new Step(List.of(), Optional.empty(), false, true));
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
        boolean isNew = !hasReported || !events.isEmpty();
        hasReported = true;
        return new Step(events, isNew && !isLast ? position() : Optional.empty(), hasMore, isLast);
    }

    private Optional<EventPosition> position() {
        return open.size() + awaited.size() > EventPosition.MOST_UNFINISHED
                ? Optional.empty()
                : Optional.of(new EventPosition(highest, List.copyOf(open), List.copyOf(awaited)));
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
        IntStream.rangeClosed(after + 1, seen.upTo())
                .filter(number -> !seen.found().containsKey(number))
                .forEach(awaited::add);
    }
}
