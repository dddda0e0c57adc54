package dev.throughline.trace.repair;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.BlockSigner;
import dev.throughline.trace.CanonicalJson;
import dev.throughline.trace.Category;
import dev.throughline.trace.IssuedReasoningDetails;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.ReasoningFields;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TokenlessRun;
import dev.throughline.trace.TracedExchange;
import dev.throughline.trace.repair.BlockSignatureResolver.Resolution;
import dev.throughline.trace.repair.ReasoningDetailsRestoration.Issuer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

class ReasoningDetailsRestorationTest {
    private static final String OURS = new BlockSigner(new byte[32]).sign("k1", 0);
    private static final String DETAILS = "[{\"type\":\"reasoning.text\",\"text\":\"So.\",\"signature\":\"s\"}]";

    private static final Issuer OWN = new Issuer("own", Dialect.OPENAI_CHAT);

    private final TokenlessRun run = new TokenlessRun(Dialect.ANTHROPIC);
    private final TokenlessRun chat = new TokenlessRun(Dialect.OPENAI_CHAT);

    @Test
    void aProofBringsTheDetailsBackEvenWithAnotherTextBesideIt() {
        assertThat(restored("own", false, assistant(1, thinking("Changed.", OURS), text("Hello."))))
                .containsExactly(Map.entry("/messages/1", DETAILS));
    }

    @Test
    void reasoningThatIsIntactBringsThemBackWithoutAProof() {
        assertThat(restored("own", false, assistant(1, thinking("So.", ""), text("Hello."))))
                .containsKey("/messages/1");
    }

    @Test
    void reasoningThatWasChangedOrDroppedBringsThemBackUnderRepairOnly() {
        Message changed = assistant(1, thinking("Changed.", ""), text("Hello."));
        Message dropped = assistant(1, text("Hello."));

        assertThat(restored("own", false, changed)).isEmpty();
        assertThat(restored("own", false, dropped)).isEmpty();
        assertThat(restored("own", true, changed)).containsKey("/messages/1");
        assertThat(restored("own", true, dropped)).containsKey("/messages/1");
    }

    @Test
    void anotherBackendNeverGetsThem() {
        assertThat(restored("other", true, assistant(1, thinking("So.", OURS), text("Hello."))))
                .isEmpty();
    }

    @Test
    void ofAnAnswerThatWasSplitTheFirstMessageGetsThem() {
        Message first = assistant(1, thinking("So.", OURS));
        Message second = assistant(2, thinking("So.", OURS), text("Hello."));

        EditedHistory edited = edited("own", false, first, second);

        assertThat(edited.details()).containsOnlyKeys("/messages/1");
        assertThat(edited.request().messages().get(2).parts()).containsExactly(text("Hello."));
        assertThat(edited.changed()).containsExactly("/messages/2");
    }

    @Test
    void messagesBeforeTheFirstThatIsKeptGetNone() {
        Conversation request = run.request(user(0, "Hi"), assistant(1, thinking("So.", OURS), text("Hello.")));

        EditedHistory edited =
                ReasoningDetailsRestoration.restore(request, EditedHistory.asSent(request), history(), OWN, 2, false);

        assertThat(edited.details()).isEmpty();
    }

    @Test
    void anAnswerThatIsRepeatedInALaterTurnGetsThemAgain() {
        EditedHistory edited = edited(
                "own",
                false,
                assistant(1, thinking("So.", OURS), text("Hello.")),
                user(2, "Again"),
                assistant(3, thinking("So.", OURS), text("Hello.")));

        assertThat(edited.details()).containsOnlyKeys("/messages/1", "/messages/3");
        assertThat(edited.changed()).isEmpty();
    }

    @Test
    void anAnswerThatIsNotKnownGetsNone() {
        assertThat(restored("own", true, assistant(1, thinking("So.", ""), text("Unknown."))))
                .isEmpty();
        assertThat(restored("own", true, new Message("/messages/1", Role.USER, List.of(thinking("So.", OURS)))))
                .isEmpty();
    }

    @Test
    void aRunWithoutDetailsLeavesTheHistoryTheSameObject() {
        Conversation request = run.request(user(0, "Hi"), assistant(1, thinking("So.", OURS)));
        EditedHistory asSent = EditedHistory.asSent(request);
        run.answer(0, 1, thinks("So."), signs(OURS), says("Hello."));

        assertThat(ReasoningDetailsRestoration.restore(request, asSent, run.history(), OWN, 0, true))
                .isSameAs(asSent);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            false, false, true,  CALL_ID
            false, true,  true,
            true,  false, false,
            true,  true,  true,
            """)
    void aChatMessageGetsThemUnlessItHasThem(boolean hasThem, boolean isEdited, boolean getsThem, Repair.By recorded) {
        TracedExchange answer = chat.answer(0, 1, joined(thinks("So."), calls("c1")));
        Conversation request = chat.request(user(0, "Hi"), assistant(1, reasoning("So."), call("c1")));
        if (hasThem) {
            hold(request);
        }
        Set<String> changed = isEdited ? Set.of("/messages/1") : Set.of();
        List<Repair> repairs = isEdited ? List.of(new Repair("/messages/1", 1, Repair.By.SIGNATURE, 1)) : List.of();

        EditedHistory edited = ReasoningDetailsRestoration.restore(
                request, new EditedHistory(request, changed, repairs), issuing(answer), OWN, 0, false);

        assertThat(edited.details()).isEqualTo(getsThem ? Map.of("/messages/1", DETAILS) : Map.of());
        List<Repair> more = recorded == null ? List.of() : List.of(new Repair("/messages/1", 1, recorded, 1));
        assertThat(edited.repairs()).isEqualTo(isEdited ? repairs : more);
    }

    /// A chat client of a backend of another dialect: the details are what the backend understands.
    @ParameterizedTest
    @CsvSource(textBlock = """
            reasoning_content, So., true
            reasoning_details, So., true
            reasoning,         So., false
            reasoning_content, So,  false
            """)
    void ofAnotherDialectAMessageWithItsTextInEitherFieldGetsThem(String field, String text, boolean getsThem) {
        TracedExchange answer = inEither(chat.answer(0, 1, joined(thinks("So."), calls("c1"))));
        Conversation request = chat.request(user(0, "Hi"), assistant(1, reasoning(field, text), call("c1")));

        EditedHistory edited = ReasoningDetailsRestoration.restore(
                request,
                EditedHistory.asSent(request),
                issuing(answer),
                new Issuer("own", Dialect.ANTHROPIC),
                0,
                false);

        assertThat(edited.details()).isEqualTo(getsThem ? Map.of("/messages/1", DETAILS) : Map.of());
        assertThat(edited.repairs()).isEmpty();
    }

    /// The answer as it is recorded of a chat client that got it from a backend of another dialect.
    private static TracedExchange inEither(TracedExchange answer) {
        List<PlantedItem> items = answer.items().stream()
                .map(item -> new PlantedItem(
                        item.ordinal(),
                        item.category(),
                        item.token(),
                        item.value(),
                        item.block(),
                        item.category() == Category.THINK ? ReasoningFields.EITHER : item.field(),
                        item.callId(),
                        item.signature()))
                .toList();
        return new TracedExchange(
                answer.number(),
                answer.answerKey(),
                answer.link(),
                answer.facts(),
                items,
                List.of(),
                answer.contentHash(),
                answer.outcome(),
                Optional.empty());
    }

    @Test
    void underRepairNothingIsPutBackIntoAMessageWithTheTextInEitherField() {
        TracedExchange answer = inEither(chat.answer(0, 1, joined(thinks("So."), calls("c1"))));
        Conversation request = chat.request(
                user(0, "Hi"),
                assistant(
                        1,
                        reasoning("So."),
                        new Part.Reasoning(
                                "/messages/1/reasoning_details/0/text", "reasoning_details", "So.", Optional.of("x")),
                        new Part.RedactedReasoning("/messages/1/reasoning_details/1/data", "d"),
                        call("c1")));

        assertThat(HistoryRepair.repair(request, issuing(answer)).request()).isSameAs(request);
    }

    @Test
    void answersWhoseDetailsDifferAreNotTakenForOneAnother() {
        TracedExchange one = chat.answer(0, 1, says("OK."));
        TracedExchange other = chat.answer(0, 1, says("OK."));
        Conversation request = chat.request(user(0, "Hi"), assistant(1, text("OK.")), user(2, "More"));
        TracedExchange differing = issued("own", other, "[{\"type\":\"reasoning.encrypted\",\"data\":\"e\"}]");

        assertThat(translated(request, history(issued("own", one), issued("own", other))))
                .containsOnlyKeys("/messages/1");
        assertThat(translated(request, history(issued("own", one), differing))).isEmpty();
    }

    @Test
    void aRequestThatContinuesARestoredHistoryIsRestoredAsTheWhole() {
        TracedExchange first = issued("own", chat.answer(0, 1, joined(thinks("So."), calls("c1"))));
        TracedExchange second = issued("own", chat.answer(1, 1, joined(thinks("Well."), calls("c2"))), "[{}]");
        List<Message> messages = List.of(
                user(0, "Hi"),
                assistant(1, reasoning("So."), call("c1")),
                result(2, "c1"),
                assistant(3, reasoning("Well."), call("c2")),
                result(4, "c2"));
        Conversation request = chat.request(messages);
        Resolution known = restored(chat.request(messages.subList(0, 3)), history(first));

        Resolution continued = RestoredHistory.of(known.history())
                .continued(request, history(second), ReasoningDetailsRestorationTest::restored);

        assertThat(continued).isEqualTo(restored(request, history(first, second)));
        assertThat(continued.history().details()).isEqualTo(Map.of("/messages/1", DETAILS, "/messages/3", "[{}]"));
    }

    private static Resolution restored(Conversation request, RunHistory history) {
        Resolution resolved = BlockSignatureResolver.resolve(request, history, false);
        return new Resolution(
                ReasoningDetailsRestoration.restore(
                        request, resolved.history(), history, new Issuer("own", Dialect.ANTHROPIC), 0, false),
                resolved.unresolved());
    }

    private static Map<String, String> translated(Conversation request, RunHistory history) {
        return ReasoningDetailsRestoration.restore(
                        request, EditedHistory.asSent(request), history, new Issuer("own", Dialect.RESPONSES), 0, false)
                .details();
    }

    @Test
    void ofTwoBackendsEachGetsItsOwnOnly() {
        TracedExchange first = chat.answer(0, 1, joined(thinks("So."), calls("c1")));
        TracedExchange second = chat.answer(1, 1, joined(thinks("Well."), calls("c2")));
        Conversation request = chat.request(
                user(0, "Hi"),
                assistant(1, reasoning("So."), call("c1")),
                result(2, "c1"),
                assistant(3, reasoning("Well."), call("c2")));
        var repair = new Repair("/messages/3", 2, Repair.By.CALL_ID, 1);

        EditedHistory edited = ReasoningDetailsRestoration.restore(
                request,
                new EditedHistory(request, Set.of(), List.of(repair)),
                history(issued("own", first), issued("other", second)),
                OWN,
                0,
                true);

        assertThat(edited.details()).containsOnlyKeys("/messages/1");
        assertThat(edited.repairs()).containsExactly(repair, new Repair("/messages/1", 1, Repair.By.CALL_ID, 1));
    }

    @Test
    void underAnthropicTheDetailsAreNoRepair() {
        assertThat(edited("own", false, assistant(1, thinking("So.", OURS), text("Hello.")))
                        .repairs())
                .isEmpty();
    }

    @Test
    void aMessageThatHasThemNeedsNoRepair() {
        TracedExchange answer = chat.answer(0, 1, joined(thinks("So."), calls("c1")));
        Conversation request = chat.request(user(0, "Hi"), assistant(1, call("c1")));
        assertThat(HistoryRepair.repair(request, issuing(answer)).changed()).containsExactly("/messages/1");

        hold(request);

        assertThat(HistoryRepair.repair(request, issuing(answer)).request()).isSameAs(request);
    }

    private Map<String, String> restored(String backend, boolean isRepair, Message answer) {
        return edited(backend, isRepair, answer).details();
    }

    private EditedHistory edited(String backend, boolean isRepair, Message... answers) {
        List<Message> messages = new java.util.ArrayList<>(List.of(user(0, "Hi")));
        messages.addAll(List.of(answers));
        messages.add(new Message("/messages/9", Role.USER, List.of(new Part.Text("/messages/9/content", "More."))));
        Conversation request = run.request(messages);
        return ReasoningDetailsRestoration.restore(
                request,
                EditedHistory.asSent(request),
                history(),
                new Issuer(backend, Dialect.OPENAI_CHAT),
                0,
                isRepair);
    }

    private RunHistory history() {
        return issuing(run.answer(0, 1, thinks("So."), signs(OURS), says("Hello.")));
    }

    /// Puts the details into the body's second message.
    private static void hold(Conversation request) {
        ArrayNode messages = request.body().putArray("messages");
        messages.addObject();
        messages.addObject()
                .set("reasoning_details", CanonicalJson.parse(DETAILS).orElseThrow());
    }

    private static RunHistory issuing(TracedExchange answer) {
        return history(issued("own", answer));
    }

    private static RunHistory history(TracedExchange... exchanges) {
        return new RunHistory(ThinkingPolicy.PRESERVED, List.of(exchanges), Map.of());
    }

    private static TracedExchange issued(String backend, TracedExchange answer) {
        return issued(backend, answer, DETAILS);
    }

    private static TracedExchange issued(String backend, TracedExchange answer, String details) {
        return new TracedExchange(
                answer.number(),
                answer.answerKey(),
                answer.link(),
                answer.facts(),
                answer.items(),
                List.of(),
                answer.contentHash(),
                answer.outcome(),
                Optional.of(new IssuedReasoningDetails(backend, details)));
    }
}
