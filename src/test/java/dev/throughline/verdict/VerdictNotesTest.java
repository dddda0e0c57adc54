package dev.throughline.verdict;

import dev.throughline.trace.Category;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.RequestKind;
import dev.throughline.trace.TracedExchange;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.throughline.verdict.EvidenceBuilder.absentTurn;
import static dev.throughline.verdict.EvidenceBuilder.exchange;
import static org.assertj.core.api.Assertions.assertThat;

class VerdictNotesTest {
    private static final String NOT_RESUMED =
            "History not resumed: request 2 starts over and carries nothing of request 1.";

    @Test
    void hasNothingToSayOfAnOrdinaryRun() {
        assertThat(notes(exchange(1).build(), exchange(2).continues(1, 2, 1).build()))
                .isEmpty();
    }

    @Test
    void namesASecondConversationOfTheSameClient() {
        assertThat(notes(exchange(1).build(), exchange(2).build())).containsExactly(NOT_RESUMED);
    }

    @Test
    void aSecondConversationAfterASecondTurnIsNoMatter() {
        TracedExchange second = exchange(2).continues(1, 2, 1).build();

        assertThat(notes(exchange(1).build(), second, exchange(3).build())).isEmpty();
    }

    @Test
    void aSecondConversationAfterAToolLoopIsNamed() {
        TracedExchange loop = exchange(3).continues(1, 1, 2).build();

        assertThat(notes(exchange(1).build(), exchange(2).build(), loop)).containsExactly(NOT_RESUMED);
    }

    @Test
    void aClientWithOtherToolsOrAnotherModelIsAnotherOne() {
        assertThat(notes(exchange(1).build(), exchange(2).tools(3).build())).isEmpty();
        assertThat(notes(exchange(1).build(), exchange(2).model("n").build()))
                .noneMatch(note -> note.startsWith("History"));
    }

    @Test
    void namesAClientWithoutAHistory() {
        assertThat(notes(exchange(1).build(), exchange(2).build(), exchange(3).build()))
                .containsExactly("History not resumed: this client keeps none; none of its 3 requests carries an"
                        + " earlier answer.");
    }

    @Test
    void namesAnAnswerThatTheConversationWentOnWithout() {
        TracedExchange end =
                exchange(2).continues(1, 1, 2).planting(Category.CONTENT).build();
        TracedExchange next = exchange(3).continues(1, 2, 1).userTurns(2).build();

        assertThat(notes(exchange(1).build(), end, next))
                .containsExactly("Never came back: answer 2; the conversation went on without it.");
    }

    @Test
    void anAnswerThatWasAskedForAgainIsNotMissed() {
        TracedExchange end =
                exchange(2).continues(1, 1, 2).planting(Category.CONTENT).build();
        TracedExchange again = exchange(3).continues(1, 1, 2).build();

        assertThat(notes(exchange(1).build(), end, again)).isEmpty();
    }

    @Test
    void titlesAndRetriesBeginNoConversation() {
        assertThat(notes(
                        exchange(1).build(), exchange(2).kind(RequestKind.TITLE).build()))
                .isEmpty();
        assertThat(notes(exchange(1).build(), exchange(2).retrying(1).build())).isEmpty();
    }

    @Test
    void namesAnswersThatAreAbsent() {
        TracedExchange answer = exchange(1).planting(Category.CONTENT).build();
        TracedExchange request =
                exchange(2).continues(1, 2, 1).observing(1, 0, absentTurn()).build();

        assertThat(notes(answer, request))
                .containsExactly("Earlier answers are absent from a later request: the history was compacted or cut.");
    }

    @Test
    void namesAChangeOfTheModel() {
        TracedExchange other = exchange(2).continues(1, 2, 1).model("n").build();

        assertThat(notes(exchange(1).build(), other))
                .containsExactly("The model changed in this run: reasoning of another model was not due.");
    }

    @Test
    void anotherModelForATitleIsNoChange() {
        TracedExchange title = exchange(2).kind(RequestKind.TITLE).model("n").build();

        assertThat(notes(exchange(1).build(), title)).isEmpty();
    }

    @Test
    void namesTokensOfAnotherRun() {
        TracedExchange leaking =
                exchange(1).holding("[THINK-OAI-T1-0000000a]", "/messages/0").build();

        assertThat(notes(leaking))
                .containsExactly("LEAKED: request 1 holds [THINK-OAI-T1-0000000a] of another run at /messages/0;"
                        + " it was not counted.");
    }

    @ParameterizedTest
    @EnumSource(
            value = ExchangeOutcome.class,
            names = {"FAILED", "CLIENT_GONE", "INTERRUPTED"})
    void countsAnswersThatDidNotComeToTheirEnd(ExchangeOutcome outcome) {
        TracedExchange second = exchange(2).continues(1, 2, 1).outcome(outcome).build();

        assertThat(notes(exchange(1).build(), second))
                .containsExactly("1 answers did not complete; what they planted was not due.");
    }

    @ParameterizedTest
    @EnumSource(
            value = ExchangeOutcome.class,
            names = {"OPEN", "COMPLETED"})
    void doesNotCountAnswersThatEndedOrAreInFlight(ExchangeOutcome outcome) {
        assertThat(notes(exchange(1).outcome(outcome).build())).isEmpty();
    }

    @Test
    void doesNotCountWhatWasPassedAsBytes() {
        TracedExchange passed = exchange(1)
                .kind(RequestKind.PASSED)
                .outcome(ExchangeOutcome.FAILED)
                .build();

        assertThat(notes(passed)).isEmpty();
    }

    private static List<String> notes(TracedExchange... exchanges) {
        List<TracedExchange> all = List.of(exchanges);
        var notes = new VerdictNotes();
        all.forEach(notes::add);
        return notes.all(RunScorer.items(all).stream().anyMatch(item -> item.outcome() == Outcome.TURN_ABSENT));
    }
}
