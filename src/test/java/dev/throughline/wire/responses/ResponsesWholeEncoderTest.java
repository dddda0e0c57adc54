package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.conversation.Dialect;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ResponsesWholeEncoderTest {
    private final ResponsesCodec codec = new ResponsesCodec();

    @Test
    void callsEndACompletedResponse() throws WireException {
        ObjectNode body = EncodedResponses.whole(List.of(
                new Start("glm-5"),
                new ToolCallStart(0, "call_a", "ls"),
                new ToolCallArgs(0, "{}"),
                new ToolCallEnd(0),
                new Usage(5, 4, 3, 2),
                new Finish(FinishReason.TOOL_CALLS)));

        assertThat(body.path("status").asText()).isEqualTo("completed");
        assertThat(body.path("output"))
                .containsExactly(
                        EncodedResponses.json("{\"id\":\"fc_k1_0\",\"type\":\"function_call\",\"status\":\"completed\","
                                + "\"call_id\":\"call_a\",\"name\":\"ls\",\"arguments\":\"{}\"}"));
        assertThat(body.path("usage"))
                .isEqualTo(EncodedResponses.json("{\"input_tokens\":5,\"input_tokens_details\":{\"cached_tokens\":3},"
                        + "\"output_tokens\":4,\"output_tokens_details\":{\"reasoning_tokens\":2},"
                        + "\"total_tokens\":9}"));
    }

    @Test
    void answerWithoutAnythingIsAnEmptyOutput() throws WireException {
        ObjectNode body = EncodedResponses.whole(List.of(new Start("glm-5"), new Finish(FinishReason.STOP)));

        assertThat(body.path("output").isArray()).isTrue();
        assertThat(body.path("output")).isEmpty();
        assertThat(body.at("/usage/total_tokens").isInt()).isTrue();
    }

    @Test
    void failureHasNoBody() {
        Failure failure = Failure.of(FailureKind.BACKEND, "The backend broke off.");

        assertThatThrownBy(() -> codec.wholeEncoder(EncodedResponses.HEAD).on(failure))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void errorNamesThePlace() {
        Failure failure = Failure.of(FailureKind.INVALID_REQUEST, "The field /input is missing.")
                .at("/input");

        assertThat(text(codec.error(failure)))
                .isEqualTo(
                        "{\"error\":{\"message\":\"The field /input is missing.\",\"type\":\"invalid_request_error\","
                                + "\"param\":\"/input\",\"code\":null}}");
    }

    @Test
    void errorOfARateLimitHasItsCode() {
        Failure failure = Failure.of(FailureKind.RATE_LIMIT, "Slow down.").retryAfter(Duration.ofSeconds(1));

        assertThat(text(codec.error(failure)))
                .isEqualTo("{\"error\":{\"message\":\"Slow down.\",\"type\":\"rate_limit_error\",\"param\":null,"
                        + "\"code\":\"rate_limit_exceeded\"}}");
    }

    @Test
    void modelsAreAList() throws WireException {
        ObjectNode body = EncodedResponses.json(text(codec.models(List.of("a", "b"))));

        assertThat(body.path("object").asText()).isEqualTo("list");
        assertThat(body.path("data").findValuesAsText("id")).containsExactly("a", "b");
    }

    @Test
    void answerIdIsMadeOfTheKey() {
        assertThat(codec.answerId("k1")).isEqualTo("resp_k1");
        assertThat(codec.dialect()).isEqualTo(Dialect.RESPONSES);
    }

    private static String text(byte[] body) {
        return new String(body, StandardCharsets.UTF_8);
    }
}
