package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.NodeScripts;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The official npm SDKs read our streams with their own accumulators and hand everything back.
@QuarkusTest
class SdkReadersIT {

    @TestHTTPResource("/")
    URI service;

    static Stream<Arguments> readers() {
        return Stream.of("tools", "parallel", "interleaved", "chat")
                .flatMap(scenario -> Stream.of("true", "false")
                        .flatMap(stream -> Stream.of(
                                Arguments.of("openai-chat.mjs", scenario, stream, "items"),
                                Arguments.of("anthropic.mjs", scenario, stream, "items"),
                                Arguments.of("openai-responses.mjs", scenario, stream, "items"),
                                Arguments.of("openai-responses.mjs", scenario, stream, "previous"))));
    }

    @ParameterizedTest(name = "{0} {1} stream={2} history={3}")
    @MethodSource("readers")
    void sdkReadsEveryAnswerAndKeepsTheThread(String script, String scenario, String stream, String history)
            throws Exception {
        TestRun run = TestRun.open(service, Map.of("scenario", scenario));
        String base = script.startsWith("anthropic") ? run.anthropicBase() : run.openaiBase();

        JsonNode said = NodeScripts.run(script, Map.of("BASE_URL", base, "STREAM", stream, "HISTORY", history));

        assertThat(said.path("error").asText()).isEmpty();
        assertThat(said.path("answers"))
                .hasSize(scenario.equals("chat") ? 2 : 4)
                .allSatisfy(
                        answer -> assertThat(answer.path("reasoning").asText()).contains("[THINK-"));
        JsonNode report = run.report();
        assertThat(report.path("verdict").asText()).as(report.toPrettyString()).isEqualTo("PASS");
        assertThat(report.path("capabilities")
                        .path("THINK")
                        .path("acrossTurns")
                        .path("status")
                        .asText("PRESERVED"))
                .isEqualTo("PRESERVED");
    }
}
