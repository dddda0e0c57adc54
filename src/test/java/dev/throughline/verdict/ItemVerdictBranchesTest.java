package dev.throughline.verdict;

import dev.throughline.testing.Thorough;
import dev.throughline.testing.Thoroughness;
import dev.throughline.trace.Category;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.Observation;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.ObservationChanges;
import dev.throughline.trace.ObservationHistory;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.TracedExchange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Reading what requests changed gives the verdicts that reading everything that each request did gives.
@Thorough
class ItemVerdictBranchesTest {
    private static final int RUNS = Integer.getInteger("throughline.verdict.runs", Thoroughness.tries(1_000, 200));
    private static final int REQUESTS = 40;
    private static final int ITEMS = 3;

    @Test
    void givesWhatEveryObservationGives() {
        for (int seed = 0; seed < RUNS; seed++) {
            List<TracedExchange> run = run(new Random(seed));

            Map<String, ItemVerdict> found = byItem(RunScorer.items(run));
            Map<String, ItemVerdict> expected = byItem(everyObservation(run));
            if (!found.equals(expected)) {
                assertThat(found).as("seed %d", seed).isEqualTo(expected);
            }
        }
    }

    @Test
    void reportsThePreservationThatEveryObservationGives() {
        for (int seed = 0; seed < RUNS; seed++) {
            List<TracedExchange> run = run(new Random(seed));
            Map<Integer, TracedExchange> answers =
                    run.stream().collect(Collectors.toMap(TracedExchange::number, Function.identity()));
            var history = new PreservationHistory(RunOutlines.of(run));
            Map<Integer, IssuedAnswer> issued = run.stream()
                    .map(IssuedAnswer::of)
                    .collect(Collectors.toMap(IssuedAnswer::number, Function.identity()));
            for (TracedExchange request : run) {
                Preservation found = history.of(request, issued);
                Preservation expected = Preservation.of(request.observations(), answers);
                if (!found.equals(expected)) {
                    assertThat(found)
                            .as("seed %d, request %d", seed, request.number())
                            .isEqualTo(expected);
                }
            }
        }
    }

    /// A conversation of 4,000 requests has 24 million observations.
    @Test
    void readsALongConversationByWhatIsNewInIt() {
        var history = new ObservationHistory();
        List<TracedExchange> run = new ArrayList<>();
        int requests = 4_000;
        for (int number = 1; number <= requests; number++) {
            List<Observation> made = new ArrayList<>();
            for (int ordinal = 0; number > 1 && ordinal < ITEMS; ordinal++) {
                made.add(observation(number - 1, ordinal, Due.MUST, Scope.WITHIN_TURN, Place.OWN));
            }
            history.add(number, number - 1, new ObservationChanges(number == 1, made, List.of(), Optional.empty()));
            run.add(exchange(number, number - 1, history.of(number)));
        }

        List<ItemVerdict> verdicts = RunScorer.items(run);

        assertThat(verdicts).hasSize(ITEMS * (requests - 1));
        assertThat(verdicts).allMatch(verdict -> verdict.lastSeenIn().equals(OptionalInt.of(requests)));
        assertThat(verdicts).allMatch(verdict -> verdict.observedIn() == verdict.exchange() + 1);
    }

    private static Map<String, ItemVerdict> byItem(List<ItemVerdict> verdicts) {
        return verdicts.stream()
                .collect(Collectors.toMap(
                        one -> one.exchange() + "." + one.ordinal() + " " + one.scope(), Function.identity()));
    }

    /// Mostly one conversation, with forks, siblings, requests that keep their history and those that do not.
    static List<TracedExchange> run(Random random) {
        var history = new ObservationHistory();
        Map<Integer, List<Observation>> did = new HashMap<>();
        List<TracedExchange> run = new ArrayList<>();
        int changing = 1 + random.nextInt(6);
        int forking = 2 + random.nextInt(12);
        for (int number = 1; number <= REQUESTS; number++) {
            int parent = random.nextInt(forking) == 0 ? random.nextInt(number) : number - 1;
            List<Observation> before = parent == 0 ? List.of() : did.get(parent);
            ObservationChanges changes = changes(number, parent, before, random, changing);
            history.add(number, parent, changes);
            List<Observation> now = List.copyOf(history.of(number));
            did.put(number, now);
            // Some are read whole, as those of another version or of a page are.
            run.add(exchange(number, parent, random.nextInt(9) == 0 ? now : history.of(number)));
        }
        return run;
    }

    private static ObservationChanges changes(
            int number, int parent, List<Observation> before, Random random, int changing) {
        Map<Object, Observation> made = new LinkedHashMap<>();
        for (int ordinal = 0; parent > 0 && ordinal < ITEMS; ordinal++) {
            Observation one = observation(parent, ordinal, random, changing);
            made.put(one.item(), one);
        }
        for (Observation one : before) {
            if (random.nextInt(4 * changing) == 0) {
                Observation other = observation(one.exchange(), one.ordinal(), random, 1);
                made.put(other.item(), other);
            }
        }
        var ended = before.stream()
                .map(Observation::item)
                .filter(item -> random.nextInt(60) == 0 && !made.containsKey(item))
                .toList();
        return new ObservationChanges(parent == 0, List.copyOf(made.values()), ended, Optional.empty());
    }

    private static Observation observation(int exchange, int ordinal, Random random, int changing) {
        Place place = random.nextInt(changing) == 0 ? Place.values()[random.nextInt(Place.values().length)] : Place.OWN;
        return observation(
                exchange,
                ordinal,
                random.nextInt(3) == 0 ? Due.MAY : Due.MUST,
                random.nextInt(3) == 0 ? Scope.ACROSS_TURNS : Scope.WITHIN_TURN,
                place);
    }

    private static Observation observation(int exchange, int ordinal, Due due, Scope scope, Place place) {
        var seen = new Sighting(
                true,
                place,
                place == Place.NOWHERE ? Sighting.TextMatch.NONE : Sighting.TextMatch.EXACT,
                Sighting.SignatureMatch.NOT_ISSUED,
                true,
                1,
                "/messages/1",
                "field",
                Optional.empty());
        return new Observation(exchange, ordinal, due, scope, seen);
    }

    private static TracedExchange exchange(int number, int parent, List<Observation> observations) {
        TracedExchange like = EvidenceBuilder.exchange(number).build();
        List<PlantedItem> items = List.of(
                EvidenceBuilder.item(0, Category.THINK),
                EvidenceBuilder.item(1, Category.THINK),
                EvidenceBuilder.item(2, Category.CONTENT));
        return new TracedExchange(
                number,
                like.answerKey(),
                new ConversationLink(1, parent == 0 ? OptionalInt.empty() : OptionalInt.of(parent), 1 + number / 5, 1),
                like.facts(),
                items,
                observations,
                like.contentHash(),
                like.outcome(),
                Optional.empty());
    }

    /// The verdicts by reading every observation of every request.
    private static List<ItemVerdict> everyObservation(List<TracedExchange> run) {
        Map<String, List<JudgedItem>> byItem = new LinkedHashMap<>();
        for (JudgedItem one :
                ObservationJudge.of(run, run.stream().map(IssuedAnswer::of).toList())) {
            String key = one.planted().number() + "." + one.item().ordinal()
                    + one.observation().scope();
            byItem.computeIfAbsent(key, _ -> new ArrayList<>()).add(one);
        }
        return byItem.values().stream().map(ItemVerdictBranchesTest::verdict).toList();
    }

    private static ItemVerdict verdict(List<JudgedItem> observed) {
        JudgedItem worst = observed.getFirst();
        OptionalInt lastExact = OptionalInt.empty();
        List<OutcomeSpan> spans = new ArrayList<>();
        for (JudgedItem one : observed) {
            int request = one.observer();
            worst = one.rank() > worst.rank() ? one : worst;
            lastExact = one.isKept() ? OptionalInt.of(request) : lastExact;
            Outcome outcome = one.result();
            boolean isSame = !spans.isEmpty() && spans.getLast().outcome() == outcome;
            OutcomeSpan last =
                    isSame ? spans.removeLast() : new OutcomeSpan(outcome, request, request, Optional.empty());
            spans.add(new OutcomeSpan(
                    outcome,
                    last.from(),
                    request,
                    isSame ? last.reason() : one.judged().reason()));
        }
        Optional<String> reason = worst.judged().reason();
        return new ItemVerdict(
                worst.item().category(),
                worst.item().token(),
                worst.planted().turn(),
                worst.planted().number(),
                worst.item().ordinal(),
                worst.observation().scope(),
                worst.observation().due(),
                worst.result(),
                worst.observer(),
                lastExact,
                worst.observation().sighting().path(),
                worst.item().field(),
                worst.isDue() ? reason : reason.map(words -> words + " (it was not due)"),
                spans.size() < 2 ? List.of() : spans);
    }
}
