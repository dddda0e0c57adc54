package dev.throughline.trace;

import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.testing.Thorough;
import dev.throughline.testing.Thoroughness;
import dev.throughline.trace.history.HistoryTracer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.throughline.trace.TokenlessRun.assistant;
import static dev.throughline.trace.TokenlessRun.says;
import static dev.throughline.trace.TokenlessRun.thinks;
import static dev.throughline.trace.TokenlessRun.user;
import static org.assertj.core.api.Assertions.assertThat;

/// What is recorded of a conversation's observations says the same as all of them, which the tracer finds
/// by reading the whole history of each request.
@Thorough
class ObservationChangesTest {
    private static final int CONVERSATIONS =
            Integer.getInteger("throughline.test.conversations", Thoroughness.tries(1_000, 50));
    private static final int REQUESTS = 9;

    /// A run's observations in memory, as they are recorded.
    private static final class Recorded {
        private final Map<Integer, ObservationChanges> changes = new HashMap<>();
        private final Map<Integer, OptionalInt> parents = new HashMap<>();
        private final Map<Integer, ObservationDigests> digests = new HashMap<>();

        void add(int number, TraceResult traced, boolean hasDigests) {
            ObservationChanges made = hasDigests ? traced.changes() : ObservationChanges.whole(traced.observations());
            changes.put(number, made);
            parents.put(number, traced.link().parent());
            if (hasDigests) {
                Map<ItemPosition, Long> byItem = new HashMap<>();
                made.made().forEach(one -> byItem.put(one.item(), ObservationDigests.of(one)));
                made.ended().forEach(item -> byItem.put(item, ObservationDigests.ENDED));
                digests.put(number, new ObservationDigests(made.isWhole(), byItem));
            }
        }

        List<Observation> of(int number) {
            ObservationChanges made = changes.get(number);
            OptionalInt parent = parents.get(number);
            return made.applyTo(made.isWhole() || parent.isEmpty() ? List.of() : of(parent.getAsInt()));
        }

        int rows() {
            return changes.values().stream()
                    .mapToInt(one -> one.made().size() + one.ended().size())
                    .sum();
        }
    }

    @ParameterizedTest
    @EnumSource(Dialect.class)
    void saysTheSameAsAllObservationsOfGeneratedConversations(Dialect dialect) {
        for (int seed = 0; seed < CONVERSATIONS; seed++) {
            var random = new Random(seed);
            var run = new TokenlessRun(dialect);
            var generated = new GeneratedConversations(dialect, run, random);
            var recorded = new Recorded();
            // Those of an earlier version have no digests.
            int withoutDigests = random.nextInt(4) == 0 ? random.nextInt(REQUESTS) : 0;
            ThinkingPolicy policy = ThinkingPolicy.values()[random.nextInt(ThinkingPolicy.values().length)];
            while (run.exchanges().size() < REQUESTS) {
                var history = new RunHistory(policy, run.exchanges(), Map.of(), recorded.digests);
                for (GeneratedConversations.Request request : generated.next()) {
                    TraceResult traced = HistoryTracer.trace(request.conversation(), "", Map.of(), history);
                    int number = run.exchanges().size() + 1;
                    recorded.add(number, traced, number > withoutDigests);
                    generated.answer(request, traced.link());

                    List<Observation> found = recorded.of(number);
                    if (!new HashSet<>(found).equals(new HashSet<>(traced.observations()))) {
                        assertThat(found)
                                .as("%s, seed %d, request %d", dialect, seed, number)
                                .containsExactlyInAnyOrderElementsOf(traced.observations());
                    }
                    assertCut(traced, recorded);
                }
            }
        }
    }

    private static void assertCut(TraceResult traced, Recorded recorded) {
        if (traced.changes().cutsHistory().isPresent()) {
            List<Observation> before = recorded.of(traced.link().parent().orElseThrow());
            Set<ItemPosition> absent = absent(before);
            boolean cuts = !absent.containsAll(absent(traced.observations()));
            if (traced.changes().cutsHistory().orElseThrow() != cuts) {
                assertThat(traced.changes().cutsHistory()).contains(cuts);
            }
        }
    }

    private static Set<ItemPosition> absent(List<Observation> observations) {
        return observations.stream()
                .filter(one -> !one.sighting().turnPresent())
                .map(Observation::item)
                .collect(Collectors.toSet());
    }

    @Test
    void recordsTwoRowsForEachItemOfAConversationThatIsKeptWhole() {
        var run = new TokenlessRun(Dialect.OPENAI_CHAT);
        var recorded = new Recorded();
        List<Message> messages = new ArrayList<>();
        int requests = 200;
        for (int i = 0; i < requests; i++) {
            messages.add(user(2 * i, "go on " + i));
            var history = new RunHistory(ThinkingPolicy.PRESERVED, run.exchanges(), Map.of(), recorded.digests);
            TraceResult traced = HistoryTracer.trace(run.request(messages), "", Map.of(), history);
            recorded.add(i + 1, traced, true);
            run.answer(
                    traced.link().parent().orElse(0), traced.link().turn(), thinks("Thinking " + i), says("Text " + i));
            messages.add(assistant(2 * i + 1, TokenlessRun.reasoning("Thinking " + i), TokenlessRun.text("Text " + i)));
        }

        assertThat(recorded.of(requests)).hasSize(2 * (requests - 1));
        assertThat(recorded.rows()).isEqualTo(2 * (requests - 1));
    }

    @Test
    void distinguishesObservationsByEveryPartOfThem() {
        Sighting seen = new Sighting(
                true,
                Sighting.Place.OWN,
                Sighting.TextMatch.EXACT,
                Sighting.SignatureMatch.SAME,
                true,
                1,
                "/messages/1",
                "thinking",
                Optional.empty());
        var observation = new Observation(1, 0, Observation.Due.MUST, Observation.Scope.WITHIN_TURN, seen);
        List<Observation> others = List.of(
                new Observation(1, 0, Observation.Due.MAY, Observation.Scope.WITHIN_TURN, seen),
                new Observation(1, 0, Observation.Due.MUST, Observation.Scope.ACROSS_TURNS, seen),
                of(seen, Sighting.Place.ALIAS, 1, "/messages/1", "thinking", Optional.empty()),
                of(seen, Sighting.Place.OWN, 2, "/messages/1", "thinking", Optional.empty()),
                of(seen, Sighting.Place.OWN, 1, "/messages/3", "thinking", Optional.empty()),
                of(seen, Sighting.Place.OWN, 1, "/messages/1t", "hinking", Optional.empty()),
                of(seen, Sighting.Place.OWN, 1, "/messages/1", "thinking", Optional.of("")),
                of(seen, false, true),
                of(seen, true, false));

        assertThat(others)
                .extracting(ObservationDigests::of)
                .doesNotHaveDuplicates()
                .doesNotContain(ObservationDigests.of(observation));
    }

    private static Observation of(
            Sighting seen, Sighting.Place place, int copies, String path, String field, Optional<String> difference) {
        return new Observation(
                1,
                0,
                Observation.Due.MUST,
                Observation.Scope.WITHIN_TURN,
                new Sighting(
                        true, place, seen.text(), seen.signature(), seen.inOrder(), copies, path, field, difference));
    }

    private static Observation of(Sighting seen, boolean turnPresent, boolean inOrder) {
        var other = new Sighting(
                turnPresent,
                seen.place(),
                seen.text(),
                seen.signature(),
                inOrder,
                seen.copies(),
                seen.path(),
                seen.field(),
                seen.difference());
        return new Observation(1, 0, Observation.Due.MUST, Observation.Scope.WITHIN_TURN, other);
    }
}
