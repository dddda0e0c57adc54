package dev.throughline.matrix.api;

import dev.throughline.conversation.Dialect;
import dev.throughline.matrix.CellKey;
import dev.throughline.matrix.CellKey.Versioned;
import dev.throughline.matrix.Measurement;
import dev.throughline.matrix.Product;
import dev.throughline.matrix.VersionScheme;
import dev.throughline.rest.ProblemException;
import dev.throughline.rest.ValidBody;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class BackendCheckMeasurementsTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final List<Product> KNOWN =
            List.of(new Product("opencode", Product.Kind.CLIENT, "opencode", VersionScheme.SEMVER, ""));
    private static final String CHECK = """
            {"backend": {"name": "llama.cpp", "version": "b4712"}, "model": "glm-4.7", "template": "%s",
             "requests": 61, "seconds": 12.5, "dialects": [
             {"dialect": "openai-chat", "proof": "APPLY_TEMPLATE",
              "think": {"status": "PRESERVED", "withinTurn": "PRESERVED", "acrossTurns": "PRESERVED"},
              "quality": {"tool_call_f1": null, "schema_accuracy": {"numerator": 5, "denominator": 6}}},
             {"dialect": "anthropic",
              "think": {"status": "PARTIAL", "withinTurn": "PRESERVED", "acrossTurns": "BROKEN"}}]}""".formatted("0a".repeat(32));

    @Test
    void everyDialectIsAMeasurementWithoutAClient() {
        List<Measurement> measured = read(CHECK);

        assertThat(measured).hasSize(2);
        CellKey key = measured.getFirst().vote().key();
        assertThat(key.client()).isEmpty();
        assertThat(key.backend()).contains(new Versioned("llama.cpp", "b4712"));
        assertThat(key.template()).isEqualTo("0a".repeat(32));
        assertThat(key.model()).isEqualTo("glm-4.7");
        assertThat(key.dialectOut()).isEqualTo(Dialect.OPENAI_CHAT);
        assertThat(key.scenario()).isEqualTo("probe");
        assertThat(measured).extracting(one -> one.vote().run()).doesNotHaveDuplicates();
        assertThat(measured.getLast().vote().capabilities().get(Capability.THINK))
                .satisfies(verdict -> assertThat(verdict.status()).isEqualTo(Status.PARTIAL))
                .satisfies(verdict -> assertThat(verdict.acrossTurns()).isEqualTo(Status.BROKEN))
                .satisfies(verdict -> assertThat(verdict.exact()).isEqualTo(1));
    }

    @Test
    void countersKeepNumeratorAndDenominatorAndStayNullWhereNothingWasCounted() {
        assertThat(read(CHECK).getFirst().how().path("quality").toString())
                .isEqualTo("{\"tool_call_f1\":null,\"schema_accuracy\":{\"numerator\":5,\"denominator\":6}}");
    }

    @ParameterizedTest(name = "{0} -> {1}: {2}")
    @CsvSource(
            quoteCharacter = '\u0001',
            value = {
                "\"llama.cpp\", \"opencode\", /backend/name",
                "\"llama.cpp\", \"Llama <b>\", /backend/name",
                "\"llama.cpp\", null, /backend/name",
                "\"b4712\", \"\", /backend/version",
                "\"template\": \"0a, \"template\": \"xx, /template",
                "\"anthropic\", \"openai-chat\", /dialects/1/dialect",
                "\"anthropic\", \"gopher\", /dialects/1/dialect",
                "\"PARTIAL\", \"FINE\", /dialects/1/think/status",
                "\"numerator\": 5, \"numerator\": 7, /dialects/0/quality/schema_accuracy/numerator",
                "\"denominator\": 6, \"denominator\": 0, /dialects/0/quality/schema_accuracy/denominator",
                "\"seconds\": 12.5, \"seconds\": -1, /seconds",
                "\"requests\": 61, \"requests\": -1, /requests"
            })
    void whatIsWrongIsNamed(String good, String wrong, String pointer) {
        ProblemException refused = catchThrowableOfType(ProblemException.class, () -> read(CHECK.replace(good, wrong)));

        assertThat(refused).isNotNull();
        assertThat(refused.problem().pointer()).isEqualTo(pointer);
    }

    private static List<Measurement> read(String body) {
        return BackendCheckMeasurements.of(ValidBody.read(body, NewBackendCheck.class), KNOWN, NOW);
    }
}
