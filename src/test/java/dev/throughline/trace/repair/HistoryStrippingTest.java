package dev.throughline.trace.repair;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Part;
import dev.throughline.trace.TokenlessRun;
import org.junit.jupiter.api.Test;

import static dev.throughline.trace.TokenlessRun.assistant;
import static dev.throughline.trace.TokenlessRun.call;
import static dev.throughline.trace.TokenlessRun.reasoning;
import static dev.throughline.trace.TokenlessRun.result;
import static dev.throughline.trace.TokenlessRun.text;
import static dev.throughline.trace.TokenlessRun.user;
import static org.assertj.core.api.Assertions.assertThat;

class HistoryStrippingTest {
    private final Conversation request = new TokenlessRun(Dialect.OPENAI_CHAT)
            .request(
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
}
