package dev.throughline.trace;

import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Part;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.repair.EditedHistory;
import org.junit.jupiter.api.Test;

import static dev.throughline.trace.TokenlessRun.assistant;
import static dev.throughline.trace.TokenlessRun.call;
import static dev.throughline.trace.TokenlessRun.calls;
import static dev.throughline.trace.TokenlessRun.joined;
import static dev.throughline.trace.TokenlessRun.reasoning;
import static dev.throughline.trace.TokenlessRun.result;
import static dev.throughline.trace.TokenlessRun.says;
import static dev.throughline.trace.TokenlessRun.signs;
import static dev.throughline.trace.TokenlessRun.text;
import static dev.throughline.trace.TokenlessRun.thinking;
import static dev.throughline.trace.TokenlessRun.thinks;
import static dev.throughline.trace.TokenlessRun.user;
import static org.assertj.core.api.Assertions.assertThat;

/// What cannot be shown by the mutants: answers that look alike.
class HistoryTracerWithoutTokensTest {
    private static final String ONE = "First I look at the file, then I change line 7.";
    private static final String TWO = "The tests are green now; all that is left is to say so.";

    private final TokenlessRun chat = new TokenlessRun(Dialect.OPENAI_CHAT);
    private final TokenlessRun anthropic = new TokenlessRun(Dialect.ANTHROPIC);

    @Test
    void findsAnAnswerWhoseReasoningWasWrappedIntoItsText() {
        chat.answer(0, 1, thinks(ONE), says("Done."));
        TraceResult traceResult =
                chat.trace(user(0, "Hi"), assistant(1, text("<think>" + ONE + "</think>\nDone.")), user(2, "More"));
        assertThat(traceResult.link().parent()).hasValue(1);
        assertThat(thought(traceResult).place()).isEqualTo(Place.ELSEWHERE);
    }

    @Test
    void findsReasoningSaidAsPlainText() {
        anthropic.answer(0, 1, joined(thinks(ONE), signs("s"), calls("c1")));
        TraceResult traceResult = anthropic.trace(user(0, "Hi"), assistant(1, text(ONE), call("c1")), result(2, "c1"));
        assertThat(thought(traceResult).place()).isEqualTo(Place.ELSEWHERE);
    }

    @Test
    void takesTheRepeatedAnswerWhoseReasoningCameBack() {
        chat.answer(0, 1, thinks(ONE), says("Done."));
        chat.answer(0, 1, thinks(TWO), says("Done."));
        chat.answer(0, 1, thinks("Neither."), says("Done."));
        TraceResult traceResult =
                chat.trace(user(0, "Hi"), assistant(1, reasoning(TWO), text("Done.")), user(2, "More"));
        assertThat(traceResult.link().parent()).hasValue(2);
        assertThat(thought(traceResult).text()).isEqualTo(TextMatch.EXACT);
    }

    @Test
    void followsAConversationWhoseCallIdsAreUsedAgain() {
        chat.answer(0, 1, joined(thinks(ONE), calls("call_0")));
        chat.answer(1, 1, joined(thinks(TWO), calls("call_0")));
        TraceResult traceResult = chat.trace(
                user(0, "Hi"),
                assistant(1, reasoning(ONE), call("call_0")),
                result(2, "call_0"),
                assistant(3, reasoning(TWO), call("call_0")),
                result(4, "call_0"));
        assertThat(traceResult.observations())
                .extracting(Observation::sighting)
                .allSatisfy(seen -> assertThat(seen)
                        .returns(Place.OWN, Sighting::place)
                        .returns(TextMatch.EXACT, Sighting::text)
                        .returns(1, Sighting::copies)
                        .returns(true, Sighting::inOrder));
        assertThat(traceResult.link().parent()).hasValue(2);
    }

    @Test
    void tellsWhichOfTwoBlocksWasChangedAndWhichIsGone() {
        anthropic.answer(0, 1, joined(thinks(ONE), signs("s1"), calls("c1"), thinks(TWO), signs("s2"), calls("c2")));
        TraceResult traceResult = anthropic.trace(
                user(0, "Hi"),
                assistant(1, call("c1"), thinking(TWO.replace("green", "red"), "s2"), call("c2")),
                result(2, "c1"));
        assertThat(traceResult.observations().get(0).sighting().place()).isEqualTo(Place.NOWHERE);
        assertThat(traceResult.observations().get(3).sighting().text()).isEqualTo(TextMatch.CHANGED);
    }

    @Test
    void reasoningAloneInAMessageBelongsToTheAnswerBehindIt() {
        chat.answer(0, 1, joined(thinks(ONE), calls("c1")));
        TraceResult traceResult = chat.trace(
                user(0, "Hi"),
                assistant(1, reasoning(ONE.substring(0, 20))),
                assistant(2, call("c1")),
                result(3, "c1"));
        assertThat(thought(traceResult).text()).isEqualTo(TextMatch.TRUNCATED);
    }

    @Test
    void preservationListsTheTurnsOfARealBackend() {
        chat.answer(0, 1, thinks(ONE), says("One."));
        chat.answer(1, 2, thinks(TWO), says("Two."));
        TraceResult traceResult = chat.trace(
                user(0, "1"),
                assistant(1, text("One.")),
                user(2, "2"),
                assistant(3, reasoning(TWO), text("Two.")),
                user(4, "3"));
        assertThat(Preservation.of(traceResult, chat.history()).header()).isEqualTo("missing; turns=1");
    }

    @Test
    void restoresReasoningThatVeryManyIdenticalAnswersShare() {
        for (int i = 0; i < 1_000; i++) {
            chat.answer(0, 1, thinks(ONE), says("Done."));
        }
        EditedHistory edited = chat.repair(user(0, "Hi"), assistant(1, text("Done.")), user(2, "More"));
        assertThat(edited.repairs()).hasSize(1);
    }

    @Test
    void theOneContinuationOfVeryManyIdenticalAnswersIsFound() {
        for (int i = 0; i < 1_000; i++) {
            chat.answer(0, 1, thinks(ONE), says("Done."));
        }
        chat.answer(500, 2, thinks(TWO), says("And this."));
        chat.answer(0, 1, thinks("Something else."), says("And this."));
        EditedHistory edited = chat.repair(
                user(0, "Hi"),
                assistant(1, text("Done.")),
                user(2, "More"),
                assistant(3, text("And this.")),
                user(4, "?"));
        assertThat(edited.repairs()).hasSize(2);
    }

    private static Sighting thought(TraceResult traceResult) {
        return traceResult.observations().getFirst().sighting();
    }

    @Test
    void continuesTheLatestOfSeveralAnswersInOneMessage() {
        var run = new TokenlessRun(Dialect.RESPONSES);
        run.answer(0, 1, says("First."));
        run.answer(1, 1, calls("c1"));
        run.answer(2, 1, calls("c2"));
        TraceResult traceResult =
                run.trace(user(0, "Hi"), assistant(1, call("c1"), call("c2")), result(3, "c1"), result(4, "c2"));
        assertThat(traceResult.link().parent()).hasValue(3);
    }

    @Test
    void opaqueReasoningThatSeveralAnswersHaveIdentifiesNone() {
        anthropic.answer(0, 1, opaque(), says("One."));
        anthropic.answer(1, 2, opaque(), says("Two."));
        TraceResult traceResult = anthropic.trace(
                user(0, "1"), assistant(1, new Part.RedactedReasoning("/0", "opaque"), text("One.")), user(2, "2"));
        assertThat(traceResult.link().parent()).hasValue(1);
    }

    private static StreamEvent opaque() {
        return new StreamEvent.RedactedReasoning("opaque");
    }

    @Test
    void aCallIdThatAnAnswerHasTwiceIdentifiesIt() {
        chat.answer(0, 1, calls("call_0"));
        chat.answer(1, 1, calls("call_5", "call_5"));
        TraceResult traceResult = chat.trace(
                user(0, "Hi"), assistant(1, call("call_0"), call("call_5"), call("call_5")), result(2, "call_5"));
        assertThat(traceResult.link().parent()).hasValue(2);
    }
}
