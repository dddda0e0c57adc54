package dev.throughline.wire.chat;

import dev.throughline.conversation.Message;
import dev.throughline.wire.chat.ChatReasoningBlocks.Block;
import java.util.Optional;
import org.junit.jupiter.api.Test;

import static dev.throughline.wire.chat.ChatRequests.anthropic;
import static dev.throughline.wire.chat.ChatRequests.chat;
import static org.assertj.core.api.Assertions.assertThat;

class ChatReasoningBlocksTest {

    @Test
    void detailsThatRepeatAFieldGiveTheBlocksInTheirOrder() {
        assertThat(ChatReasoningBlocks.of(answer("'reasoning':'ab','reasoning_details':["
                        + "{'type':'reasoning.text','text':'a','signature':'s'},"
                        + "{'type':'reasoning.encrypted','data':'d'},"
                        + "{'type':'reasoning.summary','summary':'b','signature':''}]")))
                .containsExactly(
                        new Block.Readable("a", Optional.of("s")),
                        new Block.Sealed("d"),
                        new Block.Readable("b", Optional.empty()));
    }

    @Test
    void ofDetailsThatSayOtherThanTheFieldOnlySealedBlocksAreAdded() {
        assertThat(ChatReasoningBlocks.of(answer("'reasoning':'r','reasoning_details':["
                        + "{'type':'reasoning.encrypted','data':'d'},{'type':'reasoning.text','text':'x'}]")))
                .containsExactly(new Block.Readable("r", Optional.empty()), new Block.Sealed("d"));
    }

    @Test
    void reasoningInPartsOfTheContentIsABlockEach() {
        assertThat(ChatReasoningBlocks.of(answer("'content':[{'type':'thinking','thinking':'a'},"
                        + "{'type':'reasoning','text':'b'},{'type':'reasoning','reasoning':'c'},"
                        + "{'type':'text','text':'t','reasoning':'d'}]")))
                .containsExactly(
                        new Block.Readable("a", Optional.empty()),
                        new Block.Readable("b", Optional.empty()),
                        new Block.Readable("c", Optional.empty()),
                        new Block.Readable("d", Optional.empty()));
    }

    @Test
    void aProofWithoutATextIsABlock() {
        Message message = anthropic("{'model':'m','max_tokens':9,'messages':[{'role':'assistant','content':["
                        + "{'type':'thinking','thinking':'','signature':'s'},"
                        + "{'type':'thinking','thinking':'a','signature':'t'},"
                        + "{'type':'thinking','thinking':''}]}]}")
                .messages()
                .getFirst();

        assertThat(ChatReasoningBlocks.of(message))
                .containsExactly(new Block.Readable("", Optional.of("s")), new Block.Readable("a", Optional.of("t")));
    }

    private static Message answer(String fields) {
        return chat("{'model':'m','messages':[{'role':'assistant'," + fields + "}]}")
                .messages()
                .getFirst();
    }
}
