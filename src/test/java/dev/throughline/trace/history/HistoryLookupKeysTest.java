package dev.throughline.trace.history;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.BlockSigner;
import dev.throughline.trace.ContentHash;
import dev.throughline.trace.LookupKeys;
import dev.throughline.trace.TokenlessRun;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static dev.throughline.trace.TokenlessRun.assistant;
import static dev.throughline.trace.TokenlessRun.call;
import static dev.throughline.trace.TokenlessRun.result;
import static dev.throughline.trace.TokenlessRun.text;
import static dev.throughline.trace.TokenlessRun.thinking;
import static dev.throughline.trace.TokenlessRun.user;
import static org.assertj.core.api.Assertions.assertThat;

/// What is looked up of a request.
class HistoryLookupKeysTest {
    private static final String PROOF = new BlockSigner(new byte[32]).sign("k7", 0);
    private static final String TOKEN = "[CONTENT-OAI-T1-0000000a]";

    private final TokenlessRun run = new TokenlessRun(Dialect.ANTHROPIC);

    @Test
    void everythingThatNamesAnEarlierAnswerIsLookedUp() {
        Conversation request = run.request(
                        user(0, "Hi " + TOKEN),
                        assistant(1, thinking("Hm.", PROOF), text("One."), call("c1")),
                        result(2, "c2"),
                        assistant(3, new Part.RedactedReasoning("/3", "opaque"), new Part.Reference("/3", "msg_k8_1")),
                        user(4, "More"))
                .continuing(Optional.of("resp_k9"));

        LookupKeys keys = HistoryTracer.clues(request, "body");

        assertThat(keys.tokens()).containsExactlyInAnyOrder(TOKEN, "opaque");
        assertThat(keys.callIds()).containsExactlyInAnyOrder("c1", "c2");
        assertThat(keys.answerKeys()).containsExactlyInAnyOrder("k7", "k8", "k9");
        assertThat(keys.contentHashes())
                .containsExactly(ContentHash.of(request.messages().get(1)).orElseThrow());
        assertThat(keys.bodyHash()).isEqualTo("body");
    }

    @Test
    void namesOfAnotherFormNameNothing() {
        Conversation request = run.request(
                        user(0, "Hi"),
                        assistant(1, thinking("Hm.", "c2ln"), new Part.Reference("/1", "item_1"), text("One.")))
                .continuing(Optional.of("other"));

        assertThat(HistoryTracer.clues(request, "").answerKeys()).isEmpty();
        assertThat(HistoryTracer.clues(request, "").tokens()).isEmpty();
    }

    @Test
    void adjacentAnswersAreLookedUpTogetherToo() {
        Conversation request = run.request(user(0, "Hi"), assistant(1, text("One.")), assistant(2, text("Two.")));

        assertThat(HistoryTracer.clues(request, "").contentHashes())
                .isEqualTo(Set.of(
                        ContentHash.of("One.", List.of()),
                        ContentHash.of("Two.", List.of()),
                        ContentHash.of("One.Two.", List.of())));
    }

    @Test
    void aRequestThatAddsToAnAnswerMayContinueIt() {
        HistoryLookupKeys search = search(user(0, "Hi"), assistant(1, text("One."), call("c1")), result(2, "c1"));

        Continuation continuation = search.continuation().orElseThrow();
        assertThat(continuation.beginsTurn()).isFalse();
        assertThat(continuation.before())
                .isEqualTo(MessageChain.of(run.request(user(0, "Hi"))).at(1));
        assertThat(continuation.keys()).isEqualTo(search.keys().get());
        assertThat(search.bytes()).isEqualTo(17);
    }

    @Test
    void ofAContinuationOnlyTheAnswerAndWhatFollowsAreLookedUp() {
        HistoryLookupKeys search = search(
                user(0, "Hi"), assistant(1, call("c1")), result(2, "c1"), assistant(3, text("One.")), user(4, "More"));

        Continuation continuation = search.continuation().orElseThrow();
        assertThat(continuation.beginsTurn()).isTrue();
        assertThat(continuation.keys().callIds()).isEmpty();
        assertThat(continuation.keys().contentHashes()).containsExactly(ContentHash.of("One.", List.of()));
        assertThat(search.keys().get().callIds()).containsExactly("c1");
    }

    @Test
    void otherRequestsContinueNothing() {
        assertThat(search(user(0, "Hi")).continuation()).isEmpty();
        assertThat(search(assistant(0, text("One.")), user(1, "Hi")).continuation())
                .isEmpty();
        assertThat(search(user(0, "Hi"), assistant(1, text("One."))).continuation())
                .isEmpty();
        assertThat(search(user(0, "Hi"), assistant(1, text("One.")), assistant(2, text("Two.")), user(3, "So"))
                        .continuation())
                .isEmpty();
        Conversation named = run.request(user(0, "Hi"), assistant(1, text("One.")), user(2, "So"))
                .continuing(Optional.of("resp_k1"));
        HistoryLookupKeys search = HistoryLookupKeys.continuing(named, MessageChain.of(named), "body", Map.of(), 17);
        assertThat(search.continuation()).isEmpty();
        assertThat(search.keys().get()).isEqualTo(HistoryTracer.clues(named, "body"));
        assertThat(search.bytes()).isZero();
    }

    @Test
    void aSystemMessageIsNotPartOfTheAnswerBeforeIt() {
        var system = new Message("/messages/2", Role.SYSTEM, List.of(text("Note")));

        assertThat(search(user(0, "Hi"), assistant(1, text("One.")), system)
                        .continuation()
                        .orElseThrow()
                        .beginsTurn())
                .isFalse();
    }

    private HistoryLookupKeys search(Message... messages) {
        Conversation request = run.request(messages);
        return HistoryLookupKeys.continuing(request, MessageChain.of(request), "body", Map.of(), 17);
    }
}
