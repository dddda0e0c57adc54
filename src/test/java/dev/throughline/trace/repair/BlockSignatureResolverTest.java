package dev.throughline.trace.repair;

import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.conversation.Message;
import dev.throughline.conversation.Part;
import dev.throughline.conversation.Role;
import dev.throughline.trace.BlockSigner;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.Sighting;
import dev.throughline.trace.Sighting.SignatureMatch;
import dev.throughline.trace.Sighting.TextMatch;
import dev.throughline.trace.TokenlessRun;
import dev.throughline.trace.TraceResult;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static dev.throughline.trace.TokenlessRun.assistant;
import static dev.throughline.trace.TokenlessRun.call;
import static dev.throughline.trace.TokenlessRun.calls;
import static dev.throughline.trace.TokenlessRun.joined;
import static dev.throughline.trace.TokenlessRun.result;
import static dev.throughline.trace.TokenlessRun.says;
import static dev.throughline.trace.TokenlessRun.signs;
import static dev.throughline.trace.TokenlessRun.text;
import static dev.throughline.trace.TokenlessRun.thinking;
import static dev.throughline.trace.TokenlessRun.thinks;
import static dev.throughline.trace.TokenlessRun.user;
import static org.assertj.core.api.Assertions.assertThat;

class BlockSignatureResolverTest {
    private static final String THOUGHT = " First the \"file\",\nthen line 7. ";
    private static final String OURS = new BlockSigner(new byte[32]).sign("k1", 0);

    private final TokenlessRun anthropic = new TokenlessRun(Dialect.ANTHROPIC);
    private final TokenlessRun responses = new TokenlessRun(Dialect.RESPONSES);

    @Test
    void aHistoryWithoutProofsOfOursStaysTheSameObject() {
        Conversation request =
                anthropic.request(user(0, "Hi"), assistant(1, thinking(THOUGHT, "c2ln"), text("Hello.")));

        var resolution = BlockSignatureResolver.resolve(request, anthropic.history(), true);

        assertThat(resolution.history().request()).isSameAs(request);
        assertThat(resolution.history().changed()).isEmpty();
    }

    @Test
    void takesAProofOutAndLeavesItsText() {
        anthropic.answer(0, 1, thinks(THOUGHT), signs(OURS), says("Hello."));

        EditedHistory edited = resolve(anthropic, assistant(1, thinking(THOUGHT, OURS), text("Hello.")));

        assertThat(edited.request().messages().get(1).parts()).containsExactly(thinking(THOUGHT, ""), text("Hello."));
        assertThat(edited.changed()).containsExactly("/messages/1");
        assertThat(edited.repairs()).isEmpty();
    }

    @Test
    void fillsInTheTextThatAProofCameBackWithout() {
        anthropic.answer(0, 1, thinks(THOUGHT), signs(OURS), says("Hello."));

        EditedHistory edited = resolve(anthropic, assistant(1, thinking("", OURS), text("Hello.")));

        assertThat(edited.request().messages().get(1).parts()).containsExactly(thinking(THOUGHT, ""), text("Hello."));
        assertThat(edited.repairs()).containsExactly(new Repair("/messages/1", 1, Repair.By.SIGNATURE, 1));
    }

    @Test
    void fillsInAResponsesItemThatIsOnlyItsProof() {
        responses.answer(0, 1, thinks(THOUGHT), signs(OURS), says("Hello."));
        var summary = new Part.Reasoning("/input/1/summary", "summary", "", Optional.empty());
        var sealed = new Part.Reasoning("/input/1/encrypted_content", "encrypted_content", OURS, Optional.empty());

        EditedHistory edited =
                resolve(responses, new Message("/input/1", Role.ASSISTANT, List.of(summary, sealed, text("Hello."))));

        assertThat(edited.request().messages().get(1).parts())
                .containsExactly(
                        new Part.Reasoning("/input/1/summary", "content", THOUGHT, Optional.empty()), text("Hello."));
    }

    @Test
    void takesTheProofOfAResponsesItemOutAndLeavesItsSummary() {
        responses.answer(0, 1, thinks(THOUGHT), signs(OURS), says("Hello."));
        var summary = new Part.Reasoning("/input/1/summary", "summary", THOUGHT, Optional.empty());
        var sealed = new Part.Reasoning("/input/1/encrypted_content", "encrypted_content", OURS, Optional.empty());

        EditedHistory edited =
                resolve(responses, new Message("/input/1", Role.ASSISTANT, List.of(summary, sealed, text("Hello."))));

        assertThat(edited.request().messages().get(1).parts()).containsExactly(summary, text("Hello."));
        assertThat(edited.repairs()).isEmpty();
    }

    @Test
    void restoresAChangedTextOnlyWhereHistoriesAreRepaired() {
        anthropic.answer(0, 1, thinks(THOUGHT), signs(OURS), says("Hello."));
        Conversation request = anthropic.request(user(0, "Hi"), assistant(1, thinking("Changed.", OURS)));

        assertThat(first(BlockSignatureResolver.resolve(request, anthropic.history(), false)))
                .isEqualTo(thinking("Changed.", ""));
        assertThat(first(BlockSignatureResolver.resolve(request, anthropic.history(), true)))
                .isEqualTo(thinking(THOUGHT, ""));
    }

    @Test
    void aProofThatTheRunHasNotRecordedResolvesToNothing() {
        anthropic.answer(0, 1, thinks(THOUGHT), signs(OURS), says("Hello."));
        String forged = OURS.replace("M", "M0").substring(0, OURS.length());
        Conversation request =
                anthropic.request(user(0, "Hi"), assistant(1, thinking("", forged), text("Hello.")), user(2, "More"));

        var resolution = BlockSignatureResolver.resolve(request, anthropic.history(), true);

        assertThat(resolution.history().request().messages().get(1).parts()).containsExactly(text("Hello."));
        assertThat(resolution.unresolved())
                .containsExactly(new BlockSignatureResolver.Unresolved("/messages/1/content/0/thinking", forged));
    }

    @Test
    void aTextThatIsAsRecordedNeedsNoRepair() {
        anthropic.answer(0, 1, thinks(THOUGHT), signs(OURS), says("Hello."));
        Conversation request = anthropic.request(user(0, "Hi"), assistant(1, thinking(THOUGHT, OURS)));

        assertThat(BlockSignatureResolver.resolve(request, anthropic.history(), true)
                        .history()
                        .repairs())
                .isEmpty();
    }

    @Test
    void aBlockThatWasIssuedWithoutTextStaysWithoutIt() {
        anthropic.answer(0, 1, signs(OURS), says("Hello."));

        EditedHistory edited = resolve(anthropic, assistant(1, thinking("", OURS), text("Hello.")));

        assertThat(edited.request().messages().get(1).parts()).containsExactly(text("Hello."));
        assertThat(edited.repairs()).isEmpty();
    }

    @Test
    void countsTheBlocksThatItFilledInEachMessage() {
        String second = new BlockSigner(new byte[32]).sign("k2", 0);
        String third = new BlockSigner(new byte[32]).sign("k2", 1);
        anthropic.answer(0, 1, thinks("One"), signs(OURS), says("Hello."));
        anthropic.answer(1, 2, thinks("Two"), signs(second), thinks("Three"), signs(third), says("Done."));
        Message bare = assistant(5, text("Unknown"));

        EditedHistory edited = BlockSignatureResolver.resolve(
                        anthropic.request(
                                user(0, "Hi"),
                                assistant(1, thinking("One", OURS), text("Hello.")),
                                user(2, "More"),
                                assistant(3, thinking("", second), thinking("", third), text("Done.")),
                                user(4, "So"),
                                bare),
                        anthropic.history(),
                        false)
                .history();

        assertThat(edited.request().messages().get(3).parts())
                .containsExactly(thinking("Two", ""), thinking("Three", ""), text("Done."));
        assertThat(edited.repairs()).containsExactly(new Repair("/messages/3", 2, Repair.By.SIGNATURE, 2));
        assertThat(edited.changed()).containsExactlyInAnyOrder("/messages/1", "/messages/3");
        assertThat(edited.request().messages().get(5)).isSameAs(bare);
    }

    @Test
    void eachResponsesItemIsABlockOfItsOwn() {
        String second = new BlockSigner(new byte[32]).sign("k1", 1);
        responses.answer(0, 1, thinks("One"), signs(OURS), thinks("Two"), signs(second), says("Hello."));

        EditedHistory edited = resolve(
                responses,
                new Message(
                        "/input/1",
                        Role.ASSISTANT,
                        List.of(
                                item(1, "summary", ""),
                                item(1, "encrypted_content", OURS),
                                item(2, "summary", "Two"),
                                item(2, "encrypted_content", second),
                                new Part.Text("/input/2/text", "Hello."))));

        assertThat(edited.request().messages().get(1).parts())
                .containsExactly(
                        new Part.Reasoning("/input/1/summary", "content", "One", Optional.empty()),
                        item(2, "summary", "Two"),
                        new Part.Text("/input/2/text", "Hello."));
        assertThat(edited.repairs()).containsExactly(new Repair("/input/1", 1, Repair.By.SIGNATURE, 1));
    }

    @Test
    void aChatMessageGetsItsTextInTheFieldThatHeldTheProof() {
        var chat = new TokenlessRun(Dialect.OPENAI_CHAT);
        chat.add(
                0,
                1,
                List.of(new PlantedItem(
                        0, Category.THINK, "", "One", 0, "reasoning", Optional.empty(), Optional.of(OURS))),
                "");
        var field = new Part.Reasoning("/messages/1/reasoning", "reasoning", "", Optional.of(OURS));
        var opaque = new Part.RedactedReasoning("/messages/1/reasoning_details/0/data", OURS);

        assertThat(resolve(chat, assistant(1, field))
                        .request()
                        .messages()
                        .get(1)
                        .parts())
                .containsExactly(new Part.Reasoning(field.path(), "reasoning", "One", Optional.empty()));
        assertThat(resolve(chat, assistant(1, opaque))
                        .request()
                        .messages()
                        .get(1)
                        .parts())
                .containsExactly(new Part.Reasoning(opaque.path(), "reasoning_content", "One", Optional.empty()));
    }

    @Test
    void intactReasoningLosesItsProofsOnly() {
        Conversation request = anthropic.request(
                user(0, "Hi"), assistant(1, thinking(THOUGHT, OURS), thinking("", OURS), text("Hello.")));

        var resolution = BlockSignatureResolver.resolveKept(request);

        assertThat(resolution.history().request().messages().get(1).parts())
                .containsExactly(thinking(THOUGHT, ""), text("Hello."));
        assertThat(resolution.unresolved()).isEmpty();
    }

    @Test
    void anUnreadableBlockThatIsAnUnknownProofIsTakenOut() {
        anthropic.answer(0, 1, thinks(THOUGHT), says("Hello."));
        var opaque = new Part.RedactedReasoning("/messages/1/content/0/data", OURS);
        Conversation request = anthropic.request(user(0, "Hi"), assistant(1, opaque, text("Hello.")));

        var resolution = BlockSignatureResolver.resolve(request, anthropic.history(), false);

        assertThat(resolution.history().request().messages().get(1).parts()).containsExactly(text("Hello."));
        assertThat(resolution.unresolved()).containsExactly(new BlockSignatureResolver.Unresolved(opaque.path(), OURS));
    }

    private static Part item(int index, String field, String text) {
        return new Part.Reasoning("/input/" + index + "/" + field, field, text, Optional.empty());
    }

    @Test
    void reasoningSurvivesByItsProofAlone() {
        anthropic.answer(0, 1, joined(thinks(THOUGHT), signs(OURS), calls("c1")));

        Sighting seen = thought(anthropic.trace(user(0, "Hi"), assistant(1, thinking("", OURS)), result(2, "c1")));

        assertThat(seen.text()).isEqualTo(TextMatch.EXACT);
        assertThat(seen.signature()).isEqualTo(SignatureMatch.SAME);
        assertThat(seen.difference()).hasValue("its text was omitted; its signature identifies it");
    }

    @Test
    void anotherTextUnderAProofIsAChange() {
        anthropic.answer(0, 1, joined(thinks(THOUGHT), signs(OURS), calls("c1")));

        Sighting seen = thought(anthropic.trace(
                user(0, "Hi"), assistant(1, thinking("Nothing of the kind.", OURS), call("c1")), result(2, "c1")));

        assertThat(seen.text()).isEqualTo(TextMatch.CHANGED);
    }

    @Test
    void aProofThatIsGoneOrAlteredIsSeen() {
        anthropic.answer(0, 1, joined(thinks(THOUGHT), signs(OURS), calls("c1")));

        assertThat(signature("")).isEqualTo(SignatureMatch.GONE);
        assertThat(signature(OURS.substring(4))).isEqualTo(SignatureMatch.CHANGED);
        assertThat(signature(OURS)).isEqualTo(SignatureMatch.SAME);
    }

    @Test
    void aTextWhoseProofIsGoneNeedsNoRepair() {
        anthropic.answer(0, 1, joined(thinks(THOUGHT), signs(OURS), calls("c1")));

        assertThat(anthropic
                        .repair(user(0, "Hi"), assistant(1, thinking(THOUGHT, ""), call("c1")))
                        .repairs())
                .isEmpty();
        assertThat(anthropic
                        .repair(user(0, "Hi"), assistant(1, call("c1")))
                        .request()
                        .messages()
                        .get(1)
                        .parts())
                .containsExactly(new Part.Reasoning("", "thinking", THOUGHT, Optional.empty()), call("c1"));
    }

    private SignatureMatch signature(String signature) {
        return thought(anthropic.trace(
                        user(0, "Hi"), assistant(1, thinking(THOUGHT, signature), call("c1")), result(2, "c1")))
                .signature();
    }

    private static Sighting thought(TraceResult traceResult) {
        return traceResult.observations().getFirst().sighting();
    }

    private static EditedHistory resolve(TokenlessRun run, Message answer) {
        return BlockSignatureResolver.resolve(run.request(user(0, "Hi"), answer, user(2, "More")), run.history(), false)
                .history();
    }

    private static Part first(BlockSignatureResolver.Resolution resolution) {
        return resolution.history().request().messages().get(1).parts().getFirst();
    }
}
