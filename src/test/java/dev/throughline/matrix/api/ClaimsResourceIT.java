package dev.throughline.matrix.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.matrix.Claim;
import dev.throughline.matrix.store.TestClaims;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.verdict.Capability;
import io.quarkus.test.junit.QuarkusTest;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class ClaimsResourceIT {
    private static final String PATH = "/api/v1/claims";

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
                .path("claims")
                .valueStream()
                .filter(one -> one.path("reported").asText().equals("2026-01-24"))
                .findFirst()
                .orElseThrow();

        assertThat(claim.path("version").asText()).isEqualTo(version);
        assertThat(claim.path("status").asText()).isEqualTo(status);
        assertThat(claim.path("source").asText()).isNotBlank();
        assertThat(claim.has("link")).isFalse();
    }

    @Test
    void onlyASourceThatIsAWebAddressIsALink() {
        TestClaims.install(claim("one", "https://example.org/a?b=c"), claim("two", "javascript:alert(1)"));

        JsonNode claims = TestHttpClient.underTest().get(PATH).json().path("claims");

        assertThat(claims).hasSize(2);
        assertThat(claims.at("/0/link").asText()).isEqualTo("https://example.org/a?b=c");
        assertThat(claims.get(1).has("link")).isFalse();
    }

    private static Claim claim(String id, String source) {
        return new Claim(
                id,
                "cline",
                Optional.empty(),
                Capability.THINK,
                Optional.empty(),
                "Drops <b>reasoning</b>",
                source,
                LocalDate.of(2026, 2, 1));
    }
}
