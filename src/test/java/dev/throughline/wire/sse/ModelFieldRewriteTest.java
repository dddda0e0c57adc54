package dev.throughline.wire.sse;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ModelFieldRewriteTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"id\":1,\"model\":\"glm-4.7\",\"x\":1.50}      | {\"id\":1,\"model\":\"claude-x\",\"x\":1.50}",
                "{ \"model\" :  \"a\\\"b\" }                      | { \"model\" :  \"claude-x\" }",
                "{\"c\":[{\"model\":\"a\"}],\"model\":\"b\"}      | {\"c\":[{\"model\":\"a\"}],\"model\":\"claude-x\"}",
                "{\"c\":\"say \\\"model\\\":\\\"a\\\"\",\"model\":\"b\"} | {\"c\":\"say \\\"model\\\":\\\"a\\\"\",\"model\":\"claude-x\"}",
                "{\"c\":{\"model\":\"a\"},\"model\":\"b\"}        | {\"c\":{\"model\":\"a\"},\"model\":\"claude-x\"}"
            })
    void putsTheNameInAndLeavesAllElseAsItCame(String body, String expected) {
        byte[] renamed = new ModelFieldRewrite("claude-x", false).renamed(body.getBytes(StandardCharsets.UTF_8));

        assertThat(new String(renamed, StandardCharsets.UTF_8)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{}", "{\"model\":null}", "{\"model\"", "{\"model\":\"", "", "[\"model\",\"x\"]", "{\"a\":\"\\"})
    void leavesABodyWithoutANameAlone(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);

        byte[] renamed = new ModelFieldRewrite("claude-x", true).renamed(bytes);

        assertThat(body.equals("{\"model\":\"") || renamed == bytes).isTrue();
    }

    @Test
    void aNestedNameIsFoundInFramesOfResponses() {
        SseFrame frame = frame("event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\","
                + "\"model\":\"glm\",\"usage\":{}}}\n\n");

        SseFrame renamed = new ModelFieldRewrite("claude-x", true).renamed(frame);

        assertThat(renamed.event()).isEqualTo("message_start");
        assertThat(renamed.text())
                .isEqualTo(
                        "{\"type\":\"message_start\",\"message\":{\"id\":\"m\",\"model\":\"claude-x\",\"usage\":{}}}");
        assertThat(new String(renamed.bytes(), renamed.from(), renamed.length(), StandardCharsets.UTF_8))
                .isEqualTo("event: message_start\ndata: " + renamed.text() + "\n\n");
    }

    @Test
    void aFrameWhoseDataCameInSeveralLinesIsWrittenInOne() {
        SseFrame renamed =
                new ModelFieldRewrite("claude-x", false).renamed(frame("data: {\"model\":\ndata: \"glm\"}\n\n"));

        assertThat(renamed.text()).isEqualTo("{\"model\":\"claude-x\"}");
        assertThat(new String(renamed.bytes(), renamed.from(), renamed.length(), StandardCharsets.UTF_8))
                .isEqualTo("data: {\"model\":\"claude-x\"}\n\n");
    }

    @Test
    void aFrameWithoutANameIsTheVerySame() {
        SseFrame done = frame("data: [DONE]\n\n");

        assertThat(new ModelFieldRewrite("claude-x", true).renamed(done)).isSameAs(done);
    }

    private static SseFrame frame(String text) {
        List<SseFrame> frames = new ArrayList<>();
        new SseDecoder(1_000).feed(text.getBytes(StandardCharsets.UTF_8), frames::add);
        return frames.getFirst();
    }
}
