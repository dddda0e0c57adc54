package dev.throughline.run.events;

import dev.throughline.run.RunId;
import dev.throughline.run.RunState;
import dev.throughline.run.events.SubscriberCursor.Seen;
import dev.throughline.run.events.SubscriberCursor.Step;
import dev.throughline.trace.ExchangeOutcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

import static dev.throughline.trace.ExchangeOutcome.COMPLETED;
import static dev.throughline.trace.ExchangeOutcome.FAILED;
import static dev.throughline.trace.ExchangeOutcome.OPEN;
import static org.assertj.core.api.Assertions.assertThat;

class SubscriberCursorTest {
    private static final RunId RUN = new RunId("a-run");

    private final SubscriberCursor place = SubscriberCursor.joining(RUN);

    @Test
    void beginsWithWhereTheRunStandsAndRepeatsNothing() {
        Step joined = running(3, Map.of(1, COMPLETED, 2, OPEN, 3, COMPLETED));

        assertThat(joined.events()).containsExactly(new RunEvent.Standing(RUN, RunState.RUNNING, 3));
        assertThat(place.open()).containsExactly(2);
        assertThat(place.awaited()).isEmpty();
        assertThat(place.highest()).isEqualTo(3);
    }

    @Test
    void tellsEachChangeOnceAndInOrder() {
        running(1, Map.of(1, OPEN));

        assertThat(running(3, Map.of(1, COMPLETED, 2, FAILED, 3, OPEN)).events())
                .containsExactly(ended(1, COMPLETED), began(2), ended(2, FAILED), began(3));
        assertThat(running(3, Map.of(1, COMPLETED, 2, FAILED, 3, OPEN)).events())
                .isEmpty();
        assertThat(running(3, Map.of(3, COMPLETED)).events()).containsExactly(ended(3, COMPLETED));
    }

    @Test
    void awaitsANumberThatWasGivenAndIsNotWrittenYet() {
        running(2, Map.of(2, OPEN));
        assertThat(place.awaited()).containsExactly(1);

        assertThat(running(4, Map.of(4, OPEN)).events()).containsExactly(began(4));
        assertThat(place.awaited()).containsExactly(1, 3);
        assertThat(running(4, Map.of(1, COMPLETED)).events()).containsExactly(began(1), ended(1, COMPLETED));
        assertThat(running(4, Map.of(3, OPEN)).events()).containsExactly(began(3));
        assertThat(place.awaited()).isEmpty();
        assertThat(place.open()).containsExactly(2, 3, 4);
    }

    @Test
    void givesUpANumberThatNeverComesAfterManyLaterOnes() {
        running(0, Map.of());
        running(2, Map.of(2, COMPLETED));
        assertThat(place.awaited()).containsExactly(1);

        var later = new TreeMap<Integer, ExchangeOutcome>();
        for (int number = 3; number <= SubscriberCursor.LATEST + 2; number++) {
            later.put(number, COMPLETED);
        }
        running(SubscriberCursor.LATEST + 2, later);

        assertThat(place.awaited()).isEmpty();
    }

    @Test
    void readsOnBeforeItTellsTheSealWhenOneReadingWasNotEnough() {
        running(0, Map.of());

        Step cut = see(new Seen(RunState.SEALED, 3, 2, new TreeMap<>(Map.of(1, COMPLETED, 2, COMPLETED))));
        assertThat(cut.hasMore()).isTrue();
        assertThat(cut.isLast()).isFalse();
        assertThat(cut.events()).doesNotContain(new RunEvent.Sealed(RUN));

        Step rest = see(new Seen(RunState.SEALED, 3, 3, new TreeMap<>(Map.of(3, COMPLETED))));
        assertThat(rest.events()).containsExactly(began(3), ended(3, COMPLETED), new RunEvent.Sealed(RUN));
        assertThat(rest.isLast()).isTrue();
    }

    @Test
    void isOverAtOnceForASealedRunAndForOneThatIsGone() {
        Step sealed = see(new Seen(RunState.SEALED, 1, 1, new TreeMap<>(Map.of(1, COMPLETED))));
        Step gone = SubscriberCursor.joining(RUN).advance(Optional.empty());

        assertThat(sealed.events())
                .containsExactly(new RunEvent.Standing(RUN, RunState.SEALED, 1), new RunEvent.Sealed(RUN));
        assertThat(sealed.isLast()).isTrue();
        assertThat(gone.events()).isEmpty();
        assertThat(gone.isLast()).isTrue();
    }

    @Test
    void continuesAfterAPositionAsIfTheConnectionHadNotBroken() {
        running(2, Map.of(2, OPEN));
        EventPosition broken = running(4, Map.of(4, OPEN)).reached().orElseThrow();
        EventPosition received = EventPosition.parse(broken.text()).orElseThrow();

        Step next = SubscriberCursor.after(RUN, received)
                .advance(Optional.of(new Seen(
                        RunState.RUNNING,
                        5,
                        5,
                        new TreeMap<>(Map.of(1, COMPLETED, 2, FAILED, 4, OPEN, 5, COMPLETED)))));

        assertThat(received).isEqualTo(new EventPosition(4, List.of(2, 4), List.of(1, 3)));
        assertThat(next.events())
                .containsExactly(ended(2, FAILED), began(1), ended(1, COMPLETED), began(5), ended(5, COMPLETED));
        assertThat(next.reached()).contains(new EventPosition(5, List.of(4), List.of(3)));
    }

    @Test
    void reportsItsPositionAtFirstAndWhenSomethingHappened() {
        assertThat(running(1, Map.of(1, OPEN)).reached()).isPresent();
        assertThat(running(1, Map.of(1, OPEN)).reached()).isEmpty();
        assertThat(running(1, Map.of(1, COMPLETED)).reached()).contains(new EventPosition(1, List.of(), List.of()));
    }

    @Test
    void hasNoPositionWhileMoreIsUnfinishedThanOneHolds() {
        running(0, Map.of());
        var open = new TreeMap<Integer, ExchangeOutcome>();
        for (int number = 1; number <= EventPosition.MOST_UNFINISHED; number++) {
            open.put(number, OPEN);
        }

        assertThat(running(EventPosition.MOST_UNFINISHED, open).reached()).isPresent();
        assertThat(running(EventPosition.MOST_UNFINISHED + 1, open).reached()).isEmpty();
    }

    private Step running(int given, Map<Integer, ExchangeOutcome> found) {
        return see(new Seen(RunState.RUNNING, given, given, new TreeMap<>(found)));
    }

    private Step see(Seen seen) {
        return place.advance(Optional.of(seen));
    }

    private static RunEvent began(int number) {
        return new RunEvent.ExchangeBegan(RUN, number);
    }

    private static RunEvent ended(int number, ExchangeOutcome outcome) {
        return new RunEvent.ExchangeEnded(RUN, number, outcome);
    }
}
