package dev.throughline.trace;

import dev.throughline.conversation.Dialect;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.Preservation.State;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.sighting.SightingFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class PreservationTest {
    private static final Sighting EXACT = sighting(Place.OWN, TextMatch.EXACT, SignatureMatch.SAME);
    private static final Sighting MISSING = sighting(Place.NOWHERE, TextMatch.NONE, SignatureMatch.NOT_ISSUED);
    private static final Sighting ALTERED = sighting(Place.OWN, TextMatch.EXACT, SignatureMatch.CHANGED);
    private static final Sighting MOVED = sighting(Place.ELSEWHERE, TextMatch.EXACT, SignatureMatch.NOT_ISSUED);

    @Test
    void namesAllTurnsWhenAllIsExact() {
        assertThat(header(must(1, EXACT), must(2, EXACT))).isEqualTo("exact; turns=1,2");
    }

    @Test
    void namesTheTurnsThatLostSomethingWorstFirst() {
        assertThat(header(must(1, MISSING), must(2, EXACT), must(3, ALTERED))).isEqualTo("missing; turns=1,3");
    }

    @Test
    void takesAnotherProofOrPlaceForAChange() {
        assertThat(header(must(1, ALTERED), must(2, EXACT))).isEqualTo("modified; turns=1");
        assertThat(header(must(1, MOVED))).isEqualTo("modified; turns=1");
    }

    @Test
    void doesNotMissWhatNeedNotComeBack() {
        assertThat(header(may(1, MISSING), must(2, EXACT))).isEqualTo("exact; turns=2");
        assertThat(header(may(1, MISSING))).isEqualTo("n/a");
    }

    @Test
    void judgesWhatCameBackUnasked() {
        assertThat(header(may(1, ALTERED), may(2, EXACT))).isEqualTo("modified; turns=1");
    }

    @Test
    void doesNotApplyWithoutReasoning() {
        assertThat(header()).isEqualTo("n/a");
        assertThat(header(new Observation(1, 1, Due.MUST, Scope.WITHIN_TURN, MISSING)))
                .isEqualTo("n/a");
        assertThat(header(must(1, SightingFactory.absentTurn()))).isEqualTo("n/a");
    }

    @Test
    void keepsTheHeaderShort() {
        Observation[] many = IntStream.rangeClosed(1, 200)
                .mapToObj(turn -> must(turn, EXACT))
                .toArray(Observation[]::new);
        assertThat(header(many)).endsWith("49,50,...");
    }

    @Test
    void namesFiftyTurnsInFull() {
        Observation[] fifty =
                IntStream.rangeClosed(1, 50).mapToObj(turn -> must(turn, EXACT)).toArray(Observation[]::new);

        assertThat(header(fifty)).startsWith("exact; turns=1,2,").endsWith(",49,50");
    }

    static Stream<Arguments> sightings() {
        return Stream.of(
                arguments(sighting(Place.REFERENCE, TextMatch.EXACT, SignatureMatch.NOT_ISSUED), State.EXACT),
                arguments(sighting(Place.OWN, TextMatch.EXACT, SignatureMatch.NOT_ISSUED), State.EXACT),
                arguments(seen(true, 1), State.EXACT),
                arguments(seen(false, 1), State.MODIFIED),
                arguments(seen(true, 2), State.MODIFIED),
                arguments(sighting(Place.ALIAS, TextMatch.EXACT, SignatureMatch.SAME), State.MODIFIED),
                arguments(sighting(Place.OWN, TextMatch.TRUNCATED, SignatureMatch.SAME), State.MODIFIED),
                arguments(sighting(Place.OWN, TextMatch.EXACT, SignatureMatch.GONE), State.MODIFIED),
                arguments(sighting(Place.OWN, TextMatch.NONE, SignatureMatch.SAME), State.MISSING),
                arguments(sighting(Place.NOWHERE, TextMatch.EXACT, SignatureMatch.SAME), State.MISSING));
    }

    @ParameterizedTest
    @MethodSource("sightings")
    void saysOfEachItemWhatBecameOfIt(Sighting seen, State state) {
        List<PlantedItem> items = exchange(1).items();

        assertThat(Preservation.stateOf(must(1, seen), items)).contains(state);
        assertThat(Preservation.stateOf(may(1, seen), items))
                .isEqualTo(Optional.of(state).filter(one -> one != State.MISSING));
        assertThat(Preservation.stateOf(must(1, seen), List.of())).isEmpty();
        assertThat(Preservation.stateOf(new Observation(1, 1, Due.MUST, Scope.WITHIN_TURN, seen), items))
                .isEmpty();
    }

    @Test
    void anUnknownAnswerSaysNothing() {
        assertThat(header(must(201, MISSING))).isEqualTo("n/a");
    }

    @Test
    void aContinuedHistoryIsAsIntactAsItWas() {
        assertThat(continued(List.of(1, 3), List.of(), List.of())).isEqualTo("exact; turns=1,3");
        assertThat(continued(List.of(1, 3), List.of(4), List.of())).isEqualTo("modified; turns=4");
        assertThat(continued(List.of(1, 3), List.of(4), List.of(2, 5))).isEqualTo("missing; turns=2,4,5");
        assertThat(continued(List.of(), List.of(), List.of())).isEqualTo("n/a");
    }

    private static String continued(List<Integer> exact, List<Integer> modified, List<Integer> missing) {
        var settled = new SettledHistory(new UUID(1, 2), false, new ReasoningTurns(exact, modified, missing));
        var traced = new TraceResult(
                ConversationLink.start(),
                facts(),
                List.of(must(1, MISSING)),
                ObservationChanges.whole(List.of()),
                Optional.of(settled),
                true);
        return Preservation.of(traced, new RunHistory(ThinkingPolicy.PRESERVED, List.of(exchange(1)), Map.of()))
                .header();
    }

    private static Sighting seen(boolean inOrder, int copies) {
        return new Sighting(
                true, Place.OWN, TextMatch.EXACT, SignatureMatch.SAME, inOrder, copies, "", "", Optional.empty());
    }

    private static String header(Observation... observations) {
        List<TracedExchange> exchanges = new ArrayList<>();
        for (int turn = 1; turn <= 200; turn++) {
            exchanges.add(exchange(turn));
        }
        var traceResult = new TraceResult(ConversationLink.start(), facts(), List.of(observations));
        return Preservation.of(traceResult, new RunHistory(ThinkingPolicy.PRESERVED, exchanges, Map.of()))
                .header();
    }

    private static Observation must(int turn, Sighting sighting) {
        return new Observation(turn, 0, Due.MUST, Scope.ACROSS_TURNS, sighting);
    }

    private static Observation may(int turn, Sighting sighting) {
        return new Observation(turn, 0, Due.MAY, Scope.ACROSS_TURNS, sighting);
    }

    private static Sighting sighting(Place place, TextMatch text, SignatureMatch signature) {
        return new Sighting(true, place, text, signature, true, 1, "", "", Optional.empty());
    }

    private static TracedExchange exchange(int turn) {
        var items = new NumberedItems();
        items.thought("Hm.", 0, "thinking", Optional.of("s"));
        items.visibleText("Hi.", 1);
        return new TracedExchange(
                turn,
                "k" + turn,
                new ConversationLink(1, OptionalInt.empty(), turn, 1),
                facts(),
                items.list(),
                List.of(),
                Optional.empty(),
                ExchangeOutcome.COMPLETED,
                Optional.empty());
    }

    private static RequestFacts facts() {
        return new RequestFacts(
                Dialect.ANTHROPIC,
                "m",
                RequestKind.MAIN,
                1,
                0,
                1,
                0,
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                "",
                OptionalInt.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }
}
