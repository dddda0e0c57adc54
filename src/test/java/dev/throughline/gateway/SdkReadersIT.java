package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.NodeScripts;
import dev.throughline.testing.TestRun;
import dev.throughline.testing.Thoroughness;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
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

    /// Each reader with each scenario, whole and as a stream; unless the tests run in full, one of the two in turn.
    static Stream<Arguments> readers() {
        List<Arguments> all = Stream.of("tools", "parallel", "interleaved", "ends", "chat")
                .flatMap(scenario -> Stream.of(
                                List.of("openai-chat.mjs", "items"),
                                List.of("anthropic.mjs", "items"),
                                List.of("openai-responses.mjs", "items"),
                                List.of("openai-responses.mjs", "previous"))
                        .flatMap(reader -> Stream.of("true", "false")
                                .map(stream -> Arguments.of(reader.get(0), scenario, stream, reader.get(1)))))
                .toList();
        return IntStream.range(0, all.size())
                .filter(i -> Thoroughness.isFull() || (i / 2 + i / 8) % 2 == i % 2)
                .mapToObj(all::get);
    }

    @ParameterizedTest(name = "{0} {1} stream={2} history={3}")
    @MethodSource("readers")
    void sdkReadsEveryAnswerAndKeepsTheThread(String script, String scenario, String stream, String history)
            throws Exception {
        TestRun run = TestRun.open(service, Map.of("scenario", scenario));
        String base = script.startsWith("anthropic") ? run.anthropicBase() : run.openaiBase();

        JsonNode said = NodeScripts.run(script, Map.of("BASE_URL", base, "STREAM", stream, "HISTORY", history));

        assertThat(said.path("error").asText()).isEmpty();
        // Some answers of the scenario `ends` have empty reasoning.
        assertThat(said.path("answers"))
                .hasSize(Map.of("chat", 2, "ends", 10).getOrDefault(scenario, 4))
                .filteredOn(answer -> !scenario.equals("ends")
                        || !answer.path("reasoning").asText().isEmpty())
                .hasSizeGreaterThan(1)
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
