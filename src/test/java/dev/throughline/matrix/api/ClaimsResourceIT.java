package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class ClaimsResourceIT {
    private static final String PATH = "/api/v1/claims";
    private static final String CLAIM = """
            {"product": "cline", "version": "3.0.0", "status": "broken", "text": "Drops <b>reasoning</b>",
             "source": "%s", "reported": "2026-02-01"}""";

    @ParameterizedTest(name = "{0} {1} {2}")
    @CsvSource({
        "opencode, 0.3.0, BROKEN",
        "claude-code, 1.0.0, UNTESTED",
        "droid, '', UNTESTED",
        "llama.cpp, b4712, PARTIAL",
        "vllm, 0.6.0, UNTESTED",
        "mlx, 0.21.0, UNTESTED",
        "ai-sdk-openai, '', BROKEN"
    })
    void whatWasReportedBeforeTheProjectBeganIsThere(String product, String version, String status) {
        JsonNode claim = TestHttpClient.underTest()
                .get(PATH + "?product=" + product)
                .json()
                .at("/claims/0");

        assertThat(claim.path("version").asText()).isEqualTo(version);
        assertThat(claim.path("status").asText()).isEqualTo(status);
        assertThat(claim.path("reported").asText()).isEqualTo("2026-01-24");
        assertThat(claim.path("source").asText()).isNotBlank();
        assertThat(claim.has("link")).isFalse();
    }

    @Test
    void aClaimIsKeptOnceAndShownWithItsLink() {
        TestHttpClient.Answer first =
                TestHttpClient.underTest().post(PATH, CLAIM.formatted("https://example.org/a?b=c"));
        TestHttpClient.Answer again =
                TestHttpClient.underTest().post(PATH, CLAIM.formatted("https://example.org/a?b=c"));

        assertThat(first.status()).as(first.body()).isEqualTo(201);
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(first.json().path("link").asText()).isEqualTo("https://example.org/a?b=c");
        assertThat(TestHttpClient.underTest()
                        .get(PATH + "?product=cline")
                        .json()
                        .path("claims"))
                .contains(first.json());
    }

    @Test
    void aSourceThatIsNoWebAddressIsNoLink() {
        TestHttpClient.Answer answer =
                TestHttpClient.underTest().post(PATH, CLAIM.formatted("Notes of a meeting: <javascript>"));

        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(answer.json().has("link")).isFalse();
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource(
            quoteCharacter = '\u0001',
            value = {
                "product, \"no-such-product\"",
                "product, null",
                "status, \"FINE\"",
                "status, null",
                "capability, \"WISDOM\"",
                "source, \"javascript:alert(1)\"",
                "source, \"data:text/html\"",
                "source, \"https://user@example.org/\"",
                "source, \"\"",
                "text, \"a\\u001b[31m\"",
                "text, 5",
                "reported, \"2999-01-01\"",
                "reported, \"yesterday\"",
                "nothing, 1"
            })
    void aWrongFieldIsNamed(String field, String value) {
        String others = CLAIM.formatted("a book").replaceAll("\"" + field + "\": \"[^\"]*\",?", "");
        String body = "{\"" + field + "\": " + value + ", "
                + others.strip().substring(1).replaceAll(",\\s*}$", "}");

        TestHttpClient.Answer answer = TestHttpClient.underTest().post(PATH, body);

        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        assertThat(answer.json().path("pointer").asText()).isEqualTo("/" + field);
    }
}
