package dev.throughline.trace.match;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.Category;
import dev.throughline.trace.Observation;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting.Place;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.TokenlessRun;
import dev.throughline.trace.TraceResult;
import dev.throughline.trace.history.HistoryTracer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static dev.throughline.trace.TokenlessRun.assistant;
import static dev.throughline.trace.TokenlessRun.call;
import static dev.throughline.trace.TokenlessRun.calls;
import static dev.throughline.trace.TokenlessRun.joined;
import static dev.throughline.trace.TokenlessRun.reasoning;
import static dev.throughline.trace.TokenlessRun.result;
import static dev.throughline.trace.TokenlessRun.says;
import static dev.throughline.trace.TokenlessRun.text;
import static dev.throughline.trace.TokenlessRun.thinks;
import static dev.throughline.trace.TokenlessRun.user;
import static org.assertj.core.api.Assertions.assertThat;

/// Which answer a message is found to be.
class AnswerSearchTest {
    private final TokenlessRun chat = new TokenlessRun(Dialect.OPENAI_CHAT);
    private final TokenlessRun anthropic = new TokenlessRun(Dialect.ANTHROPIC);
    private final TokenlessRun responses = new TokenlessRun(Dialect.RESPONSES);

    @Test
    void ofVeryManyEqualAnswersTheOneThatContinuesTheAnswerBefore() {
        answersOf("Done.", 70);
        chat.answer(0, 1, says("Hello."));
        chat.answer(71, 2, says("Done."));
        answersOf("Done.", 70);
        assertThat(helloAndDone().link().parent()).hasValue(72);
    }

    @Test
    void ofVeryManyEqualAnswersElseTheLatest() {
        chat.answer(0, 1, says("Hello."));
        answersOf("Done.", 70);
        assertThat(helloAndDone().link().parent()).hasValue(71);
    }

    private TraceResult helloAndDone() {
        return chat.trace(
                user(0, "Hi"),
                assistant(1, text("Hello.")),
                user(2, "More"),
                assistant(3, text("Done.")),
                user(4, "So"));
    }

    private void answersOf(String text, int count) {
        for (int i = 0; i < count; i++) {
            chat.answer(0, 1, says(text));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 16, 17})
    void aCallIdOfMoreThanSixteenAnswersSaysNothing(int uses) {
        for (int i = 0; i < uses; i++) {
            chat.answer(0, 1, joined(says("Number " + i), calls("call_0")));
        }
        TraceResult traced =
                chat.trace(user(0, "Hi"), assistant(1, text("Changed."), call("call_0")), result(2, "call_0"));
        assertThat(traced.link().parent().orElse(0)).isEqualTo(uses <= 16 ? uses : 0);
    }

    @Test
    void messagesThatTogetherHaveTheContentOfOneAnswerAreThatAnswer() {
        chat.answer(0, 1, joined(says("One. Two.")));
        chat.answer(1, 2, says("Else."));
        TraceResult traced =
                chat.trace(user(0, "Hi"), assistant(1, text("One. ")), assistant(2, text("Two.")), user(3, "More"));
        assertThat(traced.link().parent()).hasValue(1);
        assertThat(traced.observations())
                .extracting(one -> one.sighting().place())
                .containsExactly(Place.OWN);
        TraceResult three = chat.trace(
                user(0, "Hi"),
                assistant(1, text("One")),
                assistant(2, text(". ")),
                assistant(3, text("Two.")),
                user(4, "More"));
        assertThat(three.link().parent()).hasValue(1);
    }

    @Test
    void aMessageWithoutAnyMarkIsTheOneAnswerThatContinuedTheOneBefore() {
        chat.answer(0, 1, says("One."));
        chat.answer(1, 2, says("Two."));
        TraceResult traced = chat.trace(
                user(0, "Hi"), assistant(1, text("One.")), user(2, "More"), assistant(3, text("Other")), user(4, "So"));
        assertThat(traced.link().parent()).hasValue(2);
        chat.answer(1, 2, says("Three."));
        assertThat(chat.trace(
                                user(0, "Hi"),
                                assistant(1, text("One.")),
                                user(2, "More"),
                                assistant(3, text("Other")),
                                user(4, "So"))
                        .link()
                        .parent())
                .hasValue(1);
    }

    @Test
    void reasoningAloneIsEnough() {
        chat.answer(0, 1, joined(thinks("A unique thought."), says("One.")));
        chat.answer(1, 2, says("Two."));
        TraceResult traced =
                chat.trace(user(0, "Hi"), assistant(1, reasoning("A unique thought."), text("Other")), user(2, "More"));
        assertThat(traced.link().parent()).hasValue(1);
    }

    @Test
    void opaqueReasoningOfOneAnswerIsEnough() {
        anthropic.answer(0, 1, new StreamEvent.RedactedReasoning("opaque"), says("One."));
        anthropic.answer(1, 2, says("Two."));
        TraceResult traced = anthropic.trace(
                user(0, "Hi"),
                assistant(1, new Part.RedactedReasoning("/1", "opaque"), text("Other")),
                user(2, "More"));
        assertThat(traced.link().parent()).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/text", "/calls", "/reasoning_content"})
    void aTokenAnywhereInAMessageIsEnough(String where) {
        String token = "[CONTENT-OAI-T1-0000000a]";
        chat.add(
                0,
                1,
                List.of(new PlantedItem(
                        0, Category.CONTENT, token, token + " One.", 1, "", Optional.empty(), Optional.empty())),
                "");
        Part part = switch (where) {
            case "/text" -> text("Also " + token);
            case "/calls" -> new Part.ToolCall(where, "c9", "bash", "{\"text\":\"" + token + "\"}");
            default -> reasoning("Also " + token);
        };
        TraceResult traced = chat.trace(user(0, "Hi"), assistant(1, part), user(2, "More"));
        assertThat(traced.link().parent()).hasValue(1);
    }

    @Test
    void aPieceThatNothingIdentifiesBelongsToTheAnswerBehindIt() {
        chat.answer(0, 1, joined(thinks("A thought that is long enough."), says("One."), calls("c1")));
        TraceResult traced = chat.trace(
                user(0, "Hi"),
                assistant(1, reasoning("A thought that is")),
                assistant(2, text("Changed."), call("c1")),
                result(3, "c1"));
        assertThat(traced.observations().getFirst().sighting().text()).isEqualTo(TextMatch.TRUNCATED);
    }

    @Test
    void whatIsNoPieceOfTheAnswerBehindItIsTheOneThatContinuedTheAnswerBefore() {
        chat.answer(0, 1, says("One."));
        chat.answer(1, 2, says("Two."));
        chat.answer(2, 2, joined(says("Three."), calls("c3")));
        TraceResult traced = chat.trace(
                user(0, "Hi"),
                assistant(1, text("One.")),
                user(2, "More"),
                assistant(3, text("Other")),
                assistant(4, text("Changed."), call("c3")),
                result(5, "c3"));
        assertThat(traced.observations())
                .filteredOn(one -> one.exchange() == 2)
                .allMatch(one -> one.sighting().turnPresent());
        assertThat(traced.link().parent()).hasValue(3);
    }

    @Test
    void aReferenceNamesOneBlock() {
        responses.answer(0, 1, joined(thinks("A thought."), says("One."), calls("c1")));
        TraceResult traced = responses.trace(
                user(0, "Hi"),
                assistant(1, new Part.Reference("/input/1", "rs_k1_0"), text("One."), call("c1")),
                result(2, "c1"));
        assertThat(traced.link().parent()).hasValue(1);
        assertThat(places(traced)).containsExactly(Place.REFERENCE, Place.OWN, Place.OWN, Place.OWN);
        TraceResult alone = responses.trace(
                user(0, "Hi"), assistant(1, new Part.Reference("/input/1", "msg_k1_1")), result(2, "c1"));
        assertThat(places(alone)).containsExactly(Place.NOWHERE, Place.REFERENCE, Place.NOWHERE, Place.NOWHERE);
    }

    @Test
    void aNamedAnswerStandsForAllBeforeIt() {
        responses.answer(0, 1, joined(thinks("A thought."), calls("c1")));
        responses.answer(1, 1, says("Two."));
        responses.answer(2, 2, says("Three."));
        Conversation request = responses
                .request(new Message("/input/0", Role.USER, List.of(text("More"))))
                .continuing(Optional.of("resp_k2"));
        TraceResult traced = HistoryTracer.trace(request, "", Map.of(), responses.history());
        assertThat(traced.link().parent()).hasValue(2);
        assertThat(traced.observations()).extracting(Observation::exchange).containsOnly(1, 2);
        assertThat(places(traced)).containsOnly(Place.REFERENCE);
        assertThat(HistoryTracer.clues(request, "").answerKeys()).containsExactly("k2");
    }

    private static List<Place> places(TraceResult traced) {
        return traced.observations().stream().map(one -> one.sighting().place()).toList();
    }
}
