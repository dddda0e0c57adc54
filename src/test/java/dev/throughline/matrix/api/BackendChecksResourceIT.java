package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class BackendChecksResourceIT {
    private static final String PATH = "/api/v1/backend-checks";
    private static final String CHECK = """
            {"backend": {"name": "checked-backend", "version": "%s"}, "model": "glm-4.7", "template": "%s",
             "requests": 61, "seconds": 12.5, "dialects": [{"dialect": "openai-chat", "proof": "APPLY_TEMPLATE",
              "think": {"status": "%s", "withinTurn": "PRESERVED", "acrossTurns": "%3$s"},
              "quality": {"tool_call_f1": null, "schema_accuracy": {"numerator": 5, "denominator": 6}}}]}""";

    @Test
    void aCheckIsAVoteInACellWithoutAClient() {
        TestHttpClient.Answer kept =
                TestHttpClient.underTest().post(PATH, CHECK.formatted("1.0.0", "0a".repeat(32), "PRESERVED"));

        assertThat(kept.status()).as(kept.body()).isEqualTo(201);
        assertThat(kept.json().path("backend").asText()).isEqualTo("checked-backend@1.0.0");
        JsonNode cell = kept.json().at("/cells/0");
        assertThat(cell.path("cell").asText()).isNotEmpty();
        assertThat(cell.path("dialect").asText()).isEqualTo("openai-chat");
        assertThat(TestHttpClient.underTest()
                        .get("/badge/checked-backend/THINK.json?version=1.0.0")
                        .json()
                        .path("message")
                        .asText())
                .isEqualTo("preserved");
    }

    @Test
    void anotherTemplateIsAnotherCell() {
        TestHttpClient.Answer first =
                TestHttpClient.underTest().post(PATH, CHECK.formatted("2.0.0", "0b".repeat(32), "PRESERVED"));
        TestHttpClient.Answer again =
                TestHttpClient.underTest().post(PATH, CHECK.formatted("2.0.0", "0b".repeat(32), "PRESERVED"));
        TestHttpClient.Answer other =
                TestHttpClient.underTest().post(PATH, CHECK.formatted("2.0.0", "0c".repeat(32), "BROKEN"));

        assertThat(again.json()).isEqualTo(first.json());
        assertThat(other.json()).isNotEqualTo(first.json());
        assertThat(TestHttpClient.underTest()
                        .get("/badge/checked-backend/THINK.json?version=2.0.0")
                        .json()
                        .path("message")
                        .asText())
                .isEqualTo("broken");
    }

    @Test
    void whatIsWrongIsNamedAndNothingIsKept() {
        TestHttpClient.Answer refused =
                TestHttpClient.underTest().post(PATH, CHECK.formatted("3.0.0", "zz", "PRESERVED"));

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.json().path("pointer").asText()).isEqualTo("/template");
    }
}
