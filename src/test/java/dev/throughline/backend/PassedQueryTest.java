package dev.throughline.backend;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PassedQueryTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"x=1", "x", "x=&y=2", "a.b~c-d_e=1", "model=z-ai/glm-4.6", "x=1&model=z-ai%2Fglm%3Afree@main"})
    void passesAsItWasWritten(String raw) {
        assertThat(PassedQuery.of(raw)).hasToString("Optional[?" + raw + "]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x=%0d%0a",
                "x=a/b",
                "x=%2e",
                "=1",
                "x=1&&y=2",
                "x=1?y",
                "x=1;y",
                "x=\u00e4",
                "model=a/../b",
                "model=%2e%2e",
                "model=a%26b",
                "model=a%0d%0a",
                "model=a+b",
                "model=a//b",
                "model=a&model=%00",
                "models=a/b",
            })
    void anythingElseIsRefused(String raw) {
        assertThat(PassedQuery.of(raw)).isEmpty();
    }

    @Test
    void noQueryIsAnEmptyOne() {
        assertThat(PassedQuery.of(null)).hasToString("Optional[]");
        assertThat(PassedQuery.of("")).hasToString("Optional[]");
        assertThat(PassedQuery.of("x=" + "1".repeat(1_023))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "x=1&model=a%2Fb&model=c, a/b, ?x=1&model=NEW&model=c",
        "model=glm-4.7, glm-4.7, ?model=NEW",
        "model=, , ?model=NEW",
        "modelx=1, , ?modelx=1"
    })
    void theFirstModelIsNamedAndReplaced(String raw, String model, String renamed) {
        PassedQuery query = PassedQuery.of(raw).orElseThrow();

        assertThat(query.model().orElse(null)).isEqualTo(model);
        assertThat(query.renamed("z-ai/glm 4:\u00e4&="))
                .hasToString(renamed.replace("NEW", "z-ai%2Fglm%204%3A%C3%A4%26%3D"));
    }
}
