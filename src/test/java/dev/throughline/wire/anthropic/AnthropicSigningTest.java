package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.SseDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AnthropicSigningTest {
    private static final String START =
            "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"content\":[],\"thinking\":1}}\n\n";
    private static final String TEXT =
            block(1, "\"type\":\"text\",\"text\":\"\"") + delta(1, "text_delta", "text", "Hi");
    private static final String END = "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
    private static final String THINKING =
            block(0, "\"type\":\"thinking\",\"thinking\":\"\"") + delta(0, "thinking_delta", "thinking", "I think");

    private static String block(int index, String fields) {
        return "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":" + index
                + ",  \"content_block\":{" + fields + "}}\n\n";
    }

    private static String delta(int index, String type, String field, String text) {
        return "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":" + index
                + ",\"delta\":{\"type\":\"" + type + "\",\"" + field + "\":\"" + text + "\"}}\n\n";
    }

    private static String stop(int index) {
        return "event: content_block_stop\ndata: {\"type\": \"content_block_stop\", \"index\": " + index + "}\n\n";
    }

    private static String proof(int index, int number) {
        return delta(index, "signature_delta", "signature", "proof" + number);
    }

    private static String signed(String stream) {
        int[] count = {0};
        var signing = new AnthropicSigning(() -> "proof" + count[0]++);
        var out = new StringBuilder();
        new SseDecoder(1 << 20)
                .feed(
                        stream.getBytes(StandardCharsets.UTF_8),
                        frame -> signing.on(
                                frame,
                                given -> out.append(new String(
                                        given.bytes(), given.from(), given.length(), StandardCharsets.UTF_8))));
        return out.toString();
    }

    @Test
    void aBlockThatEndsWithoutASignatureGetsOneBeforeItsEnd() {
        assertThat(signed(START + THINKING + stop(0) + TEXT + stop(1) + END))
                .isEqualTo(START + THINKING + proof(0, 0) + stop(0) + TEXT + stop(1) + END);
    }

    @Test
    void anEmptySignatureGivesWay() {
        String empty = delta(0, "signature_delta", "signature", "");

        assertThat(signed(START + THINKING + empty + stop(0) + TEXT + stop(1) + END))
                .isEqualTo(START + THINKING + proof(0, 0) + stop(0) + TEXT + stop(1) + END);
    }

    @Test
    void aBlockThatTheNextOneEndsIsSignedBeforeThatAndAnEmptySignatureAfterwardsIsLeftOut() {
        String empty = delta(0, "signature_delta", "signature", "");

        assertThat(signed(START + THINKING + TEXT + empty + stop(0) + stop(1) + END))
                .isEqualTo(START + THINKING + proof(0, 0) + TEXT + stop(0) + stop(1) + END);
    }

    @Test
    void eachBlockGetsItsOwnProof() {
        String second = block(1, "\"type\":\"thinking\",\"thinking\":\"So\",\"signature\":\"\"");

        assertThat(signed(START + THINKING + stop(0) + second + END))
                .isEqualTo(START + THINKING + proof(0, 0) + stop(0) + second + proof(1, 1) + END);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"type\":\"thinking\",\"thinking\":\"I think\",\"signature\":\"theirs\"",
                "\"type\":\"thinking\",\"thinking\":\"\"",
                "\"type\":\"thinking\",\"thinking\":\" \\n\",\"signature\":\"\"",
                "\"type\":\"redacted_thinking\",\"data\":\"x\"",
                "\"type\":\"text\",\"text\":\"the word \\\"thinking\\\"\""
            })
    void whatNeedsNoProofStaysByteForByte(String block) {
        String sent = START + ": comment\n\n" + block(0, block) + stop(0) + TEXT + stop(1) + END + "data: no json\n\n";

        assertThat(signed(sent)).isEqualTo(sent);
    }

    @Test
    void aSignatureOfTheBackendStays() {
        String sent = START + THINKING + delta(0, "signature_delta", "signature", "theirs") + stop(0) + TEXT + END;

        assertThat(signed(sent)).isEqualTo(sent);
    }

    @Test
    void framesWithoutNamesAreReadByTheirTypes() {
        String sent = (START + THINKING + stop(0) + END).replaceAll("event: .*\n", "");

        assertThat(signed(sent)).contains("\"signature\":\"proof0\"");
    }

    @Test
    void aWholeMessageIsSignedWhereItLacksAProof() throws JsonProcessingException {
        var body = (ObjectNode) StrictJson.MAPPER.readTree("""
                {"content":[{"type":"thinking","thinking":"a","signature":""},{"type":"thinking","thinking":"b"},
                 {"type":"thinking","thinking":"c","signature":"theirs"},{"type":"text","text":"d"}],"n":0.10}""");

        assertThat(new AnthropicSigning(() -> "ours").whole(body)).isTrue();

        assertThat(body.findValuesAsText("signature")).isEqualTo(List.of("ours", "ours", "theirs"));
        assertThat(new AnthropicSigning(() -> "ours").whole(body)).isFalse();
    }
}
