package dev.throughline.trace.repair;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.Category;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TokenlessRun;
import dev.throughline.trace.TracedExchange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

class HistoryRepairTest {
    private static final String THOUGHT = " First, look.\nThen \"think\" – ünd so on. ";
    private static final Part RESTORED = new Part.Reasoning("", "reasoning_content", THOUGHT, Optional.empty());

    private final TokenlessRun chat = new TokenlessRun(Dialect.OPENAI_CHAT);
    private final TokenlessRun anthropic = new TokenlessRun(Dialect.ANTHROPIC);

    static Stream<List<Part>> damages() {
        return Stream.of(
                List.of(),
                List.of(reasoning("")),
                List.of(reasoning(THOUGHT.strip())),
                List.of(reasoning(THOUGHT.substring(0, 9))),
                List.of(reasoning("reasoning", THOUGHT)),
                List.of(reasoning(THOUGHT), reasoning("reasoning", "other")),
                List.of(new Part.Reasoning(
                        "/messages/1/content/0/reasoning_content", "reasoning_content", THOUGHT, Optional.empty())));
    }

    @ParameterizedTest
    @MethodSource("damages")
    void putsBackWhatAChatClientDroppedOrChanged(List<Part> damage) {
        chat.answer(0, 1, joined(thinks(THOUGHT), calls("c1")));
        Message damaged = assistant(
                1, Stream.concat(damage.stream(), Stream.of(call("c1"))).toArray(Part[]::new));
        EditedHistory edited = chat.repair(user(0, "Hi"), damaged, result(2, "c1"));
        assertThat(parts(edited, 1)).containsExactly(RESTORED, call("c1"));
        assertThat(edited.changed()).containsExactly("/messages/1");
        assertThat(edited.repairs()).containsExactly(new Repair("/messages/1", 1, Repair.By.CALL_ID, 1));
    }

    @Test
    void leavesIntactReasoningTheSameObject() {
        chat.answer(0, 1, joined(thinks(THOUGHT), says("Hello."), calls("c1")));
        Conversation request = chat.request(
                user(0, "Hi"),
                assistant(1, reasoning(THOUGHT), reasoning("reasoning", THOUGHT), text("Hello."), call("c1")),
                result(2, "c1"));
        EditedHistory edited = HistoryRepair.repair(request, chat.history());
        assertThat(edited.request()).isSameAs(request);
        assertThat(edited.changed()).isEmpty();
        assertThat(edited.repairs()).isEmpty();
    }

    @Test
    void findsAnAnswerByWhatItShows() {
        chat.answer(0, 1, thinks(THOUGHT), says("Hello.\n"));
        EditedHistory edited = chat.repair(user(0, "Hi"), assistant(1, text("Hello.")), user(2, "More"));
        assertThat(parts(edited, 1)).containsExactly(RESTORED, text("Hello."));
        assertThat(edited.repairs()).containsExactly(new Repair("/messages/1", 1, Repair.By.CONTENT_HASH, 1));
    }

    @Test
    void inventsNothingForAMessageThatTheRunDoesNotKnow() {
        chat.answer(0, 1, thinks(THOUGHT), says("Hello."));
        assertThat(chat.repair(user(0, "Hi"), assistant(1, text("Hullo.")), user(2, "More"))
                        .changed())
                .isEmpty();
    }

    @Test
    void doesNotGuessBetweenAnswersThatShowTheSame() {
        chat.answer(0, 1, thinks("One way"), says("Done."));
        chat.answer(0, 1, thinks("Another way"), says("Done."));
        assertThat(chat.repair(user(0, "Hi"), assistant(1, text("Done.")), user(2, "More"))
                        .changed())
                .isEmpty();
    }

    @Test
    void takesAnyOfAnswersThatThoughtTheSame() {
        chat.answer(0, 1, thinks(THOUGHT), says("Done."));
        chat.answer(0, 1, thinks(THOUGHT), says("Done."));
        EditedHistory edited =
                chat.repair(user(0, "Hi"), assistant(1, text("Done.")), user(2, "More"), assistant(3, text("Done.")));
        assertThat(edited.changed()).containsExactlyInAnyOrder("/messages/1", "/messages/3");
    }

    @Test
    void leavesAnAnswerThatIsShownMoreOftenThanItWasGiven() {
        chat.answer(0, 1, thinks(THOUGHT), says("Done."));
        assertThat(chat.repair(user(0, "Hi"), assistant(1, text("Done.")), user(2, "More"), assistant(3, text("Done.")))
                        .changed())
                .isEmpty();
    }

    @Test
    void tellsAnswersThatShowTheSameByWhatTheyContinue() {
        chat.answer(0, 1, thinks("Start"), says("Hello."));
        chat.answer(1, 2, thinks("Two"), says("Done."));
        chat.answer(2, 3, thinks("Three"), says("Done."));
        EditedHistory edited = chat.repair(
                user(0, "Hi"),
                assistant(1, text("Hello.")),
                user(2, "2"),
                assistant(3, text("Done.")),
                user(4, "3"),
                assistant(5, text("Done.")));
        assertThat(edited.repairs()).extracting(Repair::exchange).containsExactly(1, 2, 3);
        assertThat(parts(edited, 5).getFirst())
                .isEqualTo(new Part.Reasoning("", "reasoning_content", "Three", Optional.empty()));
    }

    @Test
    void tellsAnswersThatShowTheSameByWhatContinuesThem() {
        chat.answer(0, 1, thinks("One"), says("Done."));
        chat.answer(0, 1, thinks("Two"), says("Done."));
        chat.answer(2, 2, joined(thinks("Three"), calls("c1")));
        EditedHistory edited =
                chat.repair(user(0, "Hi"), assistant(1, text("Done.")), user(2, "2"), assistant(3, call("c1")));
        assertThat(edited.repairs()).extracting(Repair::exchange).containsExactlyInAnyOrder(2, 3);
    }

    @Test
    void tellsCallIdsThatABackendUsesAgainByWhatIsShown() {
        chat.answer(0, 1, joined(thinks("One"), says("Look."), calls("call_0")));
        chat.answer(1, 1, joined(thinks("Two"), says("And look."), calls("call_0")));
        EditedHistory edited = chat.repair(
                user(0, "Hi"),
                assistant(1, text("Look."), call("call_0")),
                result(2, "call_0"),
                assistant(3, text("And look."), call("call_0")),
                result(4, "call_0"));
        assertThat(edited.repairs()).extracting(Repair::exchange).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void tellsCallIdsOfSeveralConversationsByWhatIsShown() {
        chat.answer(0, 1, joined(thinks("One"), says("Look."), calls("call_0")));
        chat.answer(0, 1, joined(thinks("Two"), says("And look."), calls("call_0")));
        EditedHistory edited = chat.repair(user(0, "Hi"), assistant(1, text("And look."), call("call_0")));
        assertThat(edited.repairs()).containsExactly(new Repair("/messages/1", 2, Repair.By.CALL_ID, 1));
    }

    @Test
    void ofUnfinishedAnswersThoseOfARealBackendWereSent() {
        TracedExchange real = chat.answer(0, 1, joined(thinks(THOUGHT), calls("c1")));
        TracedExchange planned = chat.add(0, 1, stubbed("c2"), "");
        RunHistory unfinished =
                new RunHistory(ThinkingPolicy.PRESERVED, List.of(unfinished(real), unfinished(planned)), Map.of());
        assertThat(HistoryRepair.repair(chat.request(user(0, "Hi"), assistant(1, call("c1"))), unfinished)
                        .repairs())
                .hasSize(1);
        assertThat(HistoryRepair.repair(chat.request(user(0, "Hi"), assistant(1, call("c2"))), unfinished)
                        .repairs())
                .isEmpty();
    }

    private static TracedExchange unfinished(TracedExchange answer) {
        return new TracedExchange(
                answer.number(),
                answer.answerKey(),
                answer.link(),
                answer.facts(),
                answer.items(),
                List.of(),
                answer.contentHash(),
                ExchangeOutcome.CLIENT_GONE,
                Optional.empty());
    }

    @Test
    void putsBlocksBackBetweenTheCallsTheyStoodBetween() {
        anthropic.answer(
                0,
                1,
                joined(thinks("One"), signs("s1"), calls("c1"), thinks("Two"), signs("s2"), says("So."), calls("c2")));
        EditedHistory edited = anthropic.repair(
                user(0, "Hi"), assistant(1, call("c1"), text("So."), call("c2")), result(2, "c1"), result(3, "c2"));
        assertThat(parts(edited, 1))
                .containsExactly(restored("One", "s1"), call("c1"), restored("Two", "s2"), text("So."), call("c2"));
        assertThat(edited.repairs()).containsExactly(new Repair("/messages/1", 1, Repair.By.CALL_ID, 2));
    }

    @Test
    void leavesUnreadableBlocksThatCameBackAlone() {
        anthropic.answer(
                0, 1, joined(thinks("One"), signs("s1"), new StreamEvent.RedactedReasoning("opaque"), calls("c1")));
        EditedHistory edited = anthropic.repair(
                user(0, "Hi"),
                assistant(1, thinking("One", "s1"), new Part.RedactedReasoning("/1", "opaque"), call("c1")),
                result(2, "c1"));
        assertThat(edited.repairs()).isEmpty();
    }

    static Stream<List<Part>> anthropicDamages() {
        var opaque = new Part.RedactedReasoning("/messages/1/content/1/data", "opaque");
        return Stream.of(
                List.of(),
                List.of(thinking("One", ""), opaque),
                List.of(thinking("One", "s2"), opaque),
                List.of(thinking("One", "s1")),
                List.of(opaque, thinking("One", "s1")),
                List.of(thinking("One", "s1"), opaque, opaque),
                List.of(thinking("One", "s1"), new Part.RedactedReasoning("", "other")));
    }

    @ParameterizedTest
    @MethodSource("anthropicDamages")
    void putsBackProofsAndUnreadableBlocks(List<Part> damage) {
        StreamEvent opaque = new StreamEvent.RedactedReasoning("opaque");
        anthropic.answer(0, 1, joined(thinks("One"), signs("s1"), opaque, calls("c1")));
        Message damaged = assistant(
                1, Stream.concat(damage.stream(), Stream.of(call("c1"))).toArray(Part[]::new));
        EditedHistory edited = anthropic.repair(user(0, "Hi"), damaged, result(2, "c1"));
        assertThat(parts(edited, 1))
                .containsExactly(restored("One", "s1"), new Part.RedactedReasoning("", "opaque"), call("c1"));
    }

    @Test
    void givesTheFirstOfSeveralMessagesTheReasoningOnce() {
        chat.answer(0, 1, joined(thinks(THOUGHT), says("Let me see."), calls("c1")));
        EditedHistory edited = chat.repair(
                user(0, "Hi"),
                assistant(1, text("Let me see.")),
                assistant(2, reasoning("cut"), call("c1")),
                result(3, "c1"));
        assertThat(parts(edited, 1)).containsExactly(RESTORED, text("Let me see."));
        assertThat(parts(edited, 2)).containsExactly(call("c1"));
        assertThat(edited.changed()).containsExactlyInAnyOrder("/messages/1", "/messages/2");
        assertThat(edited.repairs()).hasSize(1);
    }

    @Test
    void leavesASplitAnswerThatKeptItsReasoning() {
        chat.answer(0, 1, joined(thinks(THOUGHT), says("Hello.")));
        assertThat(chat.repair(user(0, "Hi"), assistant(1, reasoning(THOUGHT)), assistant(2, text("Hello.")))
                        .changed())
                .isEmpty();
    }

    @Test
    void findsAnAnswerSplitBetweenItsTexts() {
        anthropic.answer(0, 1, thinks("One"), says("Hello "), signs("s"), says("you."));
        assertThat(anthropic
                        .repair(user(0, "Hi"), assistant(1, text("Hello")), assistant(2, text(" you.")))
                        .changed())
                .containsExactly("/messages/1");
        EditedHistory edited = anthropic.repair(
                user(0, "Hi"), assistant(1, text("Hello")), assistant(2, thinking("Else", ""), text(" you.")));
        assertThat(parts(edited, 2)).containsExactly(text(" you."));
    }

    @Test
    void findsAnAnswerSplitIntoManyPieces() {
        anthropic.answer(0, 1, joined(thinks("One"), says("Hello."), signs("s"), says("So."), calls("c1")));
        EditedHistory edited = anthropic.repair(
                user(0, "Hi"),
                assistant(1, text("Hello.")),
                assistant(2, thinking("Else", ""), text("So.")),
                assistant(3, call("c1")),
                result(4, "c1"));
        assertThat(parts(edited, 2)).containsExactly(text("So."));
        assertThat(edited.repairs()).extracting(Repair::exchange).containsOnly(1);
    }

    @Test
    void repairsAnswersOfTheStubToo() {
        chat.add(0, 1, stubbed("c1"), "hash");
        assertThat(parts(chat.repair(user(0, "Hi"), assistant(1, call("c1"))), 1))
                .containsExactly(RESTORED, call("c1"));
    }

    /// An answer that a stub planned: the thought, and a call.
    private static List<PlantedItem> stubbed(String id) {
        return List.of(
                new PlantedItem(
                        0,
                        Category.THINK,
                        "[THINK-OAI-T1-00000000]",
                        THOUGHT,
                        0,
                        "reasoning_content",
                        Optional.empty(),
                        Optional.empty()),
                new PlantedItem(1, Category.TOOL_ID, id, id, 2, "", Optional.of(id), Optional.empty()));
    }

    @Test
    void repairsResponsesItemsInTheirOwnField() {
        var responses = new TokenlessRun(Dialect.RESPONSES);
        responses.answer(0, 1, joined(thinks("One"), signs("s1"), calls("c1"), thinks("Two"), calls("c2")));
        Part cut = new Part.Reasoning("/input/1/content", "content", "On", Optional.empty());
        Part two = new Part.Reasoning("/input/3/summary", "summary", "Two", Optional.empty());
        EditedHistory edited = responses.repair(user(0, "Hi"), assistant(1, cut, call("c1"), two, call("c2")));
        assertThat(parts(edited, 1))
                .containsExactly(
                        new Part.Reasoning("", "content", "One", Optional.of("s1")),
                        call("c1"),
                        new Part.Reasoning("", "content", "Two", Optional.empty()),
                        call("c2"));
    }

    @Test
    void leavesAResponsesItemThatComesBackSealed() {
        var responses = new TokenlessRun(Dialect.RESPONSES);
        responses.answer(0, 1, joined(thinks("One"), signs("s1"), calls("c1")));
        Part sealed = new Part.Reasoning("/input/1/encrypted_content", "encrypted_content", "s1", Optional.empty());
        Part empty = new Part.Reasoning("/input/1/summary", "summary", "", Optional.empty());
        assertThat(responses
                        .repair(user(0, "Hi"), assistant(1, empty, sealed, call("c1")))
                        .changed())
                .isEmpty();
    }

    private static Part restored(String text, String signature) {
        return new Part.Reasoning("", "thinking", text, Optional.of(signature));
    }

    private static List<Part> parts(EditedHistory edited, int index) {
        return edited.request().messages().get(index).parts();
    }
}
