package dev.throughline.trace.answer;

import dev.throughline.conversation.Dialect;
import dev.throughline.trace.ConversationLink;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.Observation;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.trace.Preservation;
import dev.throughline.trace.RequestFacts;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.sighting.SightingFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

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
                ExchangeOutcome.COMPLETED);
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
                List.of());
    }
}
