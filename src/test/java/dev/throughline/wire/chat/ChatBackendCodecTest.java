package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Conversation;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StreamRelay;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static dev.throughline.wire.chat.ChatRequests.chat;
import static dev.throughline.wire.chat.ChatRequests.json;
import static dev.throughline.wire.chat.ChatRequests.kwargs;
import static org.assertj.core.api.Assertions.assertThat;

class ChatBackendCodecTest {
    private static final ChatBackendCodec CODEC = new ChatBackendCodec();
    private static final String TEXT = "{\"choices\":[{\"delta\":{\"content\":\"a\"}}]}";
    private static final SseFrame FRAME = SseFrame.of("", TEXT.getBytes(StandardCharsets.UTF_8));

    @Test
    void aBackendIsAskedForACompletionOfItsOwnDialect() {
        Conversation request = chat("{'model':'m','messages':[{'role':'user','content':'u'}]}");

        assertThat(CODEC.dialect()).isEqualTo(Dialect.OPENAI_CHAT);
        assertThat(CODEC.path()).isEqualTo("chat/completions");
        assertThat(CODEC.adapt(request, kwargs("{'k':1}")).path("chat_template_kwargs"))
                .isEqualTo(json("{'k':1}"));
    }

    @Test
    void anAnswerInOneBodyIsReadAndRewritten() {
        ObjectNode body = json("{'model':'m','choices':[{'finish_reason':'stop','message':{'content':'a',"
                + "'reasoning_details':[{'type':'reasoning.encrypted','data':'d'}]}}]}");
        List<StreamEvent> events = new ArrayList<>();

        CODEC.decode(body, events::add);

        assertThat(events).contains(new Start("m"), new TextDelta("a"), new Finish(FinishReason.STOP));
        assertThat(CODEC.reasoningDetails(body).orElseThrow().json())
                .contains("[{\"type\":\"reasoning.encrypted\",\"data\":\"d\"}]");
        assertThat(CODEC.rewrite(body, List.of(new TextDelta("b")))).asString().contains("\"content\":\"b\"");
    }

    @Test
    void aStreamedAnswerIsReadAndForwarded() {
        List<StreamEvent> events = new ArrayList<>();
        StreamDecoder decoder = CODEC.streamDecoder();
        decoder.on(FRAME, events::add);
        assertThat(events).containsExactly(new Start(""), new TextDelta("a"));

        StreamRelay relay = CODEC.relay();
        var out = new FrameBuffer();
        relay.decoder().on(FRAME, _ -> {});
        relay.forward(FRAME, true, List.of(new TextDelta("a")), out);

        assertThat(out.take()).asString().isEqualTo("data: " + TEXT + "\n\n");
    }
}
