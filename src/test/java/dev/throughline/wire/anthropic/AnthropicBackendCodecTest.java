package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AnthropicBackendCodecTest {
    private static final AnthropicBackendCodec CODEC = new AnthropicBackendCodec();

    @Test
    void aBackendIsAskedForAMessageOfItsOwnDialect() {
        assertThat(CODEC.dialect()).isEqualTo(Dialect.ANTHROPIC);
        assertThat(CODEC.path()).isEqualTo("messages");
    }

    @Test
    void framesThatPassAreForwardedAndWholeMessagesSigned() {
        var out = new FrameBuffer();
        SseFrame ping = SseFrame.of("ping", "{\"type\":\"ping\"}".getBytes(StandardCharsets.UTF_8));
        CODEC.relay().forward(ping, true, List.of(), out);
        assertThat(out.take()).asString().isEqualTo("event: ping\ndata: {\"type\":\"ping\"}\n\n");

        ObjectNode body = AnthropicRequests.json("{'content':[{'type':'thinking','thinking':'a','signature':''}]}");
        assertThat(CODEC.signing(() -> "ours").whole(body)).isTrue();
        assertThat(body.at("/content/0/signature").textValue()).isEqualTo("ours");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"error","error":{"type":"overloaded_error","message":"busy"}} | OVERLOADED | busy
            {"model":"m"}                                                         | BACKEND    | /content
            {"content":[{"type":7}]}                                              | BACKEND    | /content/0/type
            """)
    void aBodyThatIsNoMessageIsAFailure(String body, FailureKind kind, String message) {
        List<StreamEvent> events = new ArrayList<>();

        CODEC.decode(AnthropicRequests.json(body), events::add);

        assertThat(events.getLast()).isInstanceOfSatisfying(Failure.class, failure -> {
            assertThat(failure.kind()).isEqualTo(kind);
            assertThat(failure.message()).contains(message);
        });
        assertThat(events).filteredOn(StreamEvent::isTerminal).hasSize(1);
    }
}
