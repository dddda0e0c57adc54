package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.CommandRunner;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class CanIUseResourceIT {
    private static final String PATH = "/api/v1/can-i-use?dialect=openai-chat&capability=THINK&client=";

    private final MatrixFixture matrixFixture;

    CanIUseResourceIT(MatrixFixture matrixFixture) {
        this.matrixFixture = matrixFixture;
    }

    @BeforeEach
    void measure() {
        matrixFixture.client("asked-client", "1.1.34", "", "BROKEN");
        matrixFixture.client("asked-client", "1.1.34", "interleaved", "PRESERVED");
        matrixFixture.client("asked-client", "1.1.53", "", "PRESERVED");
        matrixFixture.client("asked-client", "1.18.33", "", "PRESERVED");
        matrixFixture.backend("asked-backend", "2.0.0", "PRESERVED");
        matrixFixture.backend("asked-backend", "1.0.0", "PARTIAL");
    }

    @Test
    void answersTrueForAVersionThatWasMeasuredPreserved() {
        JsonNode answer =
                TestHttpClient.underTest().get(PATH + "asked-client@1.18.33").json();

        assertThat(answer.path("answer").asBoolean()).isTrue();
        assertThat(answer.at("/reason/type").asText()).isEqualTo("MEASURED");
        assertThat(answer.at("/counts/PRESERVED").asInt()).isEqualTo(2);
        assertThat(answer.path("rows")).hasSize(1);
    }

    @Test
    void answersFalseForABrokenOneAndMentionsTheVariantThatIsNot() {
        JsonNode answer =
                TestHttpClient.underTest().get(PATH + "asked-client@1.1.34").json();

        assertThat(answer.path("answer").isBoolean()).isTrue();
        assertThat(answer.path("answer").asBoolean()).isFalse();
        assertThat(answer.at("/notices/0/kind").asText()).isEqualTo("VARIANT");
        assertThat(TestHttpClient.underTest()
                        .get(PATH + "asked-client@1.1.34&variant=interleaved")
                        .json()
                        .path("answer")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void answersNullWithStatus200BetweenTwoThatDisagree() {
        TestHttpClient.Answer found = TestHttpClient.underTest().get(PATH + "asked-client@1.1.40");

        assertThat(found.status()).isEqualTo(200);
        assertThat(found.json().has("answer")).isTrue();
        assertThat(found.json().path("answer").isNull()).isTrue();
        assertThat(found.json().at("/reason/type").asText()).isEqualTo("BETWEEN_VERSIONS");
        assertThat(found.json().at("/reason/lower/version").asText()).isEqualTo("1.1.34");
        assertThat(found.json().at("/reason/upper/version").asText()).isEqualTo("1.1.53");
    }

    @Test
    void latestIsTheNewestVersionThatIsKnown() {
        assertThat(TestHttpClient.underTest()
                        .get("/api/v1/can-i-use?client=claude-code@1.0.0")
                        .json()
                        .path("client")
                        .asText())
                .isEqualTo("claude-code@1.0.0");
    }

    @Test
    void joinsTheClientAndTheBackendByThemselves() {
        assertThat(TestHttpClient.underTest()
                        .get(PATH + "asked-client@1.18.33&backend=asked-backend@2.0.0")
                        .json()
                        .path("answer")
                        .asBoolean())
                .isTrue();
        JsonNode lost = TestHttpClient.underTest()
                .get(PATH + "asked-client@1.18.33&backend=asked-backend@1.0.0")
                .json();
        assertThat(lost.path("answer").asBoolean(true)).isFalse();
        assertThat(lost.at("/reason/product").asText()).isEqualTo("asked-backend");
    }

    @Test
    void anUnknownProductIs404WithTheNamesThatWereMeant() {
        TestHttpClient.Answer found = TestHttpClient.underTest().get(PATH + "opncode@1.1.40");

        assertThat(found.status()).isEqualTo(404);
        assertThat(found.header("content-type")).isEqualTo("application/problem+json");
        assertThat(found.json().path("allowed").toString()).contains("\"opencode\"");
        assertThat(found.json().path("detail").asText()).contains("opencode");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "asked-client",
                "@1.0.0",
                "asked-client@",
                "asked-client@1.1.34&maxAge=soon",
                "asked-client@1.1.34&minConfidence=sure",
                "asked-client@1.1.34&policy=x",
                "asked-client@1.1.34&capability=WISDOM",
                "asked-client@1.1.34&backend=llama.cpp",
                "asked-client@1.1.34&variant=%00"
            })
    void namesTheParameterThatIsWrong(String query) {
        TestHttpClient.Answer found = TestHttpClient.underTest().get(PATH + query);

        assertThat(found.status()).as(found.body()).isEqualTo(400);
        assertThat(found.json().path("parameter").asText()).isNotEmpty();
    }

    @ParameterizedTest(name = "{0} gives {1}")
    @CsvSource(delimiter = '|', textBlock = """
            asked-client@1.18.33                                | 0  | YES
            asked-client@1.1.34                                 | 1  | NO
            asked-client@1.1.40                                 | 2  | between 1.1.34 and 1.1.53
            asked-client@1.18.33 --min-confidence high          | 2  | at least HIGH is required
            asked-client@1.18.33 --max-age 90d                  | 0  | YES
            asked-client@1.1.34 --variant interleaved --json    | 0  | "answer" : true
            asked-client@1.1.40 --retry-while-unknown 1s        | 2  | UNKNOWN
            opncode@1.1.40                                      | 64 | opencode
            asked-client@1.1.34 --dialect gopher                | 64 | anthropic
            """)
    void theCommandSaysTheSameWithItsExitCode(String arguments, int code, String text) {
        CommandRunner.Outcome outcome = CommandRunner.run("can-i-use " + arguments + " --capability THINK --server "
                + TestHttpClient.underTest().service());

        assertThat(outcome.code()).as(outcome.text()).isEqualTo(code);
        assertThat(outcome.text()).contains(text);
    }
}
