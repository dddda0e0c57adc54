package dev.throughline.trace.repair;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Part;
import dev.throughline.trace.TokenlessRun;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static dev.throughline.trace.TokenlessRun.assistant;
import static dev.throughline.trace.TokenlessRun.call;
import static dev.throughline.trace.TokenlessRun.reasoning;
import static dev.throughline.trace.TokenlessRun.result;
import static dev.throughline.trace.TokenlessRun.text;
import static dev.throughline.trace.TokenlessRun.user;
import static org.assertj.core.api.Assertions.assertThat;

class HistoryStrippingTest {
    private final TokenlessRun run = new TokenlessRun(Dialect.OPENAI_CHAT);
    private final Conversation request = run.request(
            user(0, "Hi"),
            assistant(1, reasoning("One"), new Part.RedactedReasoning("", "opaque"), text("Hello")),
            user(2, "Look"),
            assistant(3, reasoning("Two"), call("c1")),
            result(4, "c1"),
            user(5, "<system-reminder>Be good.</system-reminder>"));

    @Test
    void keepsTheReasoningOfTheToolLoop() {
        EditedHistory edited = HistoryStripping.keepLast(request);
        assertThat(edited.changed()).containsExactly("/messages/1");
        assertThat(edited.request().messages().get(1).parts()).containsExactly(text("Hello"));
        assertThat(edited.request().messages().get(3))
                .isSameAs(request.messages().get(3));
        assertThat(edited.repairs()).isEmpty();
    }

    @Test
    void takesOutAllReasoning() {
        EditedHistory edited = HistoryStripping.none(request);
        assertThat(edited.changed()).containsExactlyInAnyOrder("/messages/1", "/messages/3");
        assertThat(edited.request().messages().get(3).parts()).containsExactly(call("c1"));
    }

    @Test
    void leavesARequestWithoutReasoningTheSameObject() {
        Conversation bare = HistoryStripping.none(request).request();
        assertThat(HistoryStripping.none(bare).request()).isSameAs(bare);
    }

    @Test
    void theToolLoopBeginsAtTheLastMessageOfTheUser() {
        assertThat(HistoryStripping.firstKept(request)).isEqualTo(2);
        assertThat(HistoryStripping.firstKept(run.request(user(0, "Hi")))).isZero();
    }

    @Test
    void withoutAMessageOfTheUserAllIsTheToolLoop() {
        Conversation loop = run.request(assistant(1, reasoning("One"), call("c1")), result(2, "c1"));

        assertThat(HistoryStripping.keepLast(loop).request()).isSameAs(loop);
    }

    @Test
    void laterChangesAddToEarlierOnes() {
        var first = new EditedHistory(request, Set.of("/a"), List.of(repair(1)), Map.of("/a", "[1]", "/b", "[2]"));
        Conversation bare = HistoryStripping.none(request).request();
        var second = new EditedHistory(bare, Set.of("/b"), List.of(repair(2)), Map.of("/b", "[3]"));

        EditedHistory both = first.then(second);

        assertThat(both.request()).isSameAs(bare);
        assertThat(both.changed()).containsExactlyInAnyOrder("/a", "/b");
        assertThat(both.repairs()).containsExactly(repair(1), repair(2));
        assertThat(both.details()).isEqualTo(Map.of("/a", "[1]", "/b", "[3]"));
        assertThat(both.withModel("other").request().model()).isEqualTo("other");
        assertThat(both.withModel("other").details()).isEqualTo(both.details());
        assertThat(both.withDetails(Map.of()).details()).isEmpty();
        assertThat(both.withDetails(Map.of()).repairs()).isEqualTo(both.repairs());
    }

    private static Repair repair(int exchange) {
        return new Repair("/a", exchange, Repair.By.CALL_ID, 1);
    }
}
