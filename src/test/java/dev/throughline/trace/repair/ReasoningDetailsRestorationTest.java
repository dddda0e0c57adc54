package dev.throughline.trace.repair;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.BlockSigner;
import dev.throughline.trace.IssuedReasoningDetails;
import dev.throughline.trace.RunHistory;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.trace.TokenlessRun;
import dev.throughline.trace.TracedExchange;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static dev.throughline.trace.TokenlessRun.assistant;
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

    private final TokenlessRun run = new TokenlessRun(Dialect.ANTHROPIC);

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
                ReasoningDetailsRestoration.restore(request, EditedHistory.asSent(request), history(), "own", 2, false);

        assertThat(edited.details()).isEmpty();
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
                request, EditedHistory.asSent(request), history(), backend, 0, isRepair);
    }

    private RunHistory history() {
        TracedExchange answer = run.answer(0, 1, thinks("So."), signs(OURS), says("Hello."));
        var issued = new TracedExchange(
                answer.number(),
                answer.answerKey(),
                answer.link(),
                answer.facts(),
                answer.items(),
                List.of(),
                answer.contentHash(),
                answer.outcome(),
                Optional.of(new IssuedReasoningDetails("own", DETAILS)));
        return new RunHistory(ThinkingPolicy.PRESERVED, List.of(issued), Map.of());
    }
}
