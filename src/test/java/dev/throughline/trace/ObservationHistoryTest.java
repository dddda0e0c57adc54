package dev.throughline.trace;

import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The observations of any request are rebuilt from the changes, in whatever order requests are read.
class ObservationHistoryTest {
    private static final int REQUESTS = 300;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(ints = {1, 2, 3, 4, 5})
    void rebuildsWhatEachRequestOfATreeDid(int seed) {
        var random = new Random(seed);
        var history = new ObservationHistory();
        Map<Integer, List<Observation>> expected = new HashMap<>();
        for (int request = 1; request <= REQUESTS; request++) {
            // Mostly one long conversation, with forks and new beginnings.
            int parent = random.nextInt(8) == 0 ? random.nextInt(request) : request - 1;
            ObservationChanges changes = changes(request, expected.getOrDefault(parent, List.of()), random);
            history.add(request, parent, changes);
            expected.put(request, applied(changes, expected.getOrDefault(parent, List.of())));
        }

        List<Integer> order =
                new ArrayList<>(IntStream.rangeClosed(1, REQUESTS).boxed().toList());
        order.addAll(random.ints(3 * REQUESTS, 1, REQUESTS + 1).boxed().toList());
        for (int request : order) {
            assertThat(history.of(request)).as("request %d", request).isEqualTo(expected.get(request));
        }
        assertThat(history.of(REQUESTS + 1)).isEmpty();
    }

    @Test
    void aListCanBeReadInAnyWay() {
        Observation first = observation(1, 0, new Random(1));
        Observation second = observation(1, 1, new Random(2));
        var history = new ObservationHistory();
        history.add(2, 0, ObservationChanges.whole(List.of(second, first)));

        List<Observation> read = history.of(2);

        assertThat(read.size()).isEqualTo(2);
        assertThat(read.get(1)).isEqualTo(second);
        assertThat(read.iterator().next()).isEqualTo(first);
        assertThat(read.stream().toList()).containsExactly(first, second);
    }

    @Test
    void changesAreKnownOfItsOwnListsOnly() {
        ObservationChanges changes = ObservationChanges.whole(List.of(observation(1, 0, new Random(1))));
        var history = new ObservationHistory();
        history.add(2, 0, changes);

        assertThat(ObservationHistory.changes(history.of(2))).contains(changes);
        assertThat(ObservationHistory.changes(history.of(3))).isEmpty();
        assertThat(ObservationHistory.changes(changes.made())).isEmpty();
    }

    @Test
    void aRequestThatWouldContinueALaterOneContinuesNone() {
        Observation one = observation(1, 0, new Random(1));
        var history = new ObservationHistory();
        var nothing = new ObservationChanges(false, List.of(), List.of(), Optional.of(false));
        history.add(2, 3, nothing);
        history.add(4, 4, nothing);
        history.add(3, 0, ObservationChanges.whole(List.of(one)));
        history.add(5, 3, nothing);

        assertThat(history.of(2)).isEmpty();
        assertThat(history.of(4)).isEmpty();
        assertThat(history.of(5)).containsExactly(one);
    }

    @Test
    void anExchangeKeepsWhatItsRequestDidAsItWas() {
        List<Observation> changing = new ArrayList<>(List.of(observation(1, 0, new Random(1))));
        var history = new ObservationHistory();
        history.add(2, 0, ObservationChanges.whole(changing));

        List<Observation> kept = ObservationHistory.unchanging(changing);
        changing.clear();

        assertThat(kept).hasSize(1);
        List<Observation> own = history.of(2);
        assertThat(ObservationHistory.unchanging(own)).isSameAs(own);
    }

    private static ObservationChanges changes(int request, List<Observation> before, Random random) {
        boolean isWhole = random.nextInt(20) == 0;
        Map<ItemPosition, Observation> made = new HashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            Observation one = observation(1 + random.nextInt(request), random.nextInt(3), random);
            made.put(one.item(), one);
        }
        List<ItemPosition> ended = isWhole
                ? List.of()
                : before.stream()
                        .map(Observation::item)
                        .filter(item -> random.nextInt(30) == 0 && !made.containsKey(item))
                        .toList();
        return new ObservationChanges(isWhole, List.copyOf(made.values()), ended, Optional.empty());
    }

    private static List<Observation> applied(ObservationChanges changes, List<Observation> before) {
        Map<ItemPosition, Observation> all = new TreeMap<>();
        if (!changes.isWhole()) {
            before.forEach(one -> all.put(one.item(), one));
            changes.ended().forEach(all::remove);
        }
        changes.made().forEach(one -> all.put(one.item(), one));
        return List.copyOf(all.values());
    }

    private static Observation observation(int exchange, int ordinal, Random random) {
        var seen = new Sighting(
                true,
                Sighting.Place.OWN,
                Sighting.TextMatch.EXACT,
                Sighting.SignatureMatch.NOT_ISSUED,
                true,
                1,
                "/messages/" + random.nextInt(),
                "content",
                Optional.empty());
        return new Observation(
                exchange, ordinal, Due.MUST, random.nextBoolean() ? Scope.WITHIN_TURN : Scope.ACROSS_TURNS, seen);
    }
}
