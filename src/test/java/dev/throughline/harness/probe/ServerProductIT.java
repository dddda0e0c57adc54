package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ServerProductIT {
    /// The text `toy` as `sha256sum` has it.
    private static final String TOY = "0f53133ce57ca8e8937bb4b1c15a33ef9594704e1c11abd58e598bb8362f7385";

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
                    /props=b4712-abc1234 header server=llama.cpp     | llama.cpp@b4712
                    /props=b11669-Debian owned_by=llamacpp           | llama.cpp@b11669
                    /version=0.6.0 owned_by=vllm                     | vllm@0.6.0
                    /version=0.6.3.post1 owned_by=vllm               | vllm@0.6.3.post1
                    /get_server_info=0.4.1 owned_by=sglang           | sglang@0.4.1
                    owned_by=vllm                                    | -
                    /version=1.2.3                                   | -
                    /version=newest owned_by=vllm                    | -
                    header server=uvicorn                            | -
                    """)
    void theProductIsKnownWhereTheServerNamesItWithItsVersion(String shown, String expected) {
        Map<String, String> words = new HashMap<>();
        for (String word : shown.replace("header server", "header_server").split(" ")) {
            words.put(word.split("=")[0].replace('_', word.startsWith("header") ? ' ' : '_'), word.split("=")[1]);
        }

        assertThat(ServerProduct.of(words).map(serverProduct -> serverProduct.name() + "@" + serverProduct.version()))
                .isEqualTo(Optional.ofNullable(expected));
    }

    @Test
    void theMatrixReceivesTheVersionTheTemplateAndEachDialectButNoAddress() throws IOException {
        BackendReport report = ToyBackendCheck.toy();
        ServerProduct serverProduct = report.product().orElseThrow();

        String recorded = report.record(serverProduct).orElseThrow();

        JsonNode body = new JsonMapper().readTree(recorded);
        assertThat(serverProduct).isEqualTo(new ServerProduct("llama.cpp", "b4711"));
        assertThat(body.path("template").asText()).isEqualTo(TOY);
        assertThat(body.path("dialects")).hasSize(3);
        assertThat(body.at("/dialects/0/think/status").asText()).isEqualTo("PRESERVED");
        assertThat(body.at("/dialects/0/quality/tool_call_f1").isNull()).isTrue();
        assertThat(recorded).doesNotContain("127.0.0.1");
    }

    @Test
    void callsThatFitTheSchemaAreCountedAndThoseOfCutAnswersAreNot() {
        CallTally tally = CallTally.NONE
                .and(heard("stop", "{\"place\": \"Oslo\"}", "{\"place\": 5}"))
                .and(heard("stop", "{", "{}"))
                .and(heard("length", "{\"place\": \"Oslo\"}"));

        assertThat(tally).isEqualTo(new CallTally(1, 4));
    }

    private static ProbeAnswer heard(String finish, String... arguments) {
        List<ProbeTurn.Call> calls = Arrays.stream(arguments)
                .map(text -> new ProbeTurn.Call("call_1", ProbeHistories.TOOL, text))
                .toList();
        return new ProbeAnswer(Map.of(), "", "", calls, List.of(finish), true, true, Optional.empty());
    }
}
