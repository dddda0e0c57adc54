package dev.throughline.backend;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BackendPathTest {
    private static final BackendPath MODELS = BackendPath.of("models");

    @ParameterizedTest
    @CsvSource({
        "glm-4.7, models/glm-4.7",
        "z-ai/glm-4.6, models/z-ai/glm-4.6",
        "z-ai%2Fglm-4.6, models/z-ai/glm-4.6",
        "ft:gpt-4o:org::abc, models/ft:gpt-4o:org::abc",
        "glm%2D4.7, models/glm-4.7",
        "a/b:free@main, models/a/b:free@main"
    })
    void aModelOfAnyVendorHasAPath(String encoded, String path) {
        assertThat(BackendPath.decoded(encoded).map(MODELS::with)).hasToString("Optional[" + path + "]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "../../v1/files",
                "..%2f..%2fv1%2ffiles",
                "%2e%2e/%2e%2e/v1/files",
                "a/../../files",
                "a%2F..%2F..%2Ffiles",
                "a//b",
                "a/",
                "%0d%0aHost:%20x",
                "a%00",
                "a%20b",
                "a\\..\\b",
                "a%5c..%5cb",
                "a%3Fb=c",
                "a%23b",
                "a;b",
                "%252e%252e",
                "%",
                "%2",
                "%zz",
                "%c0%ae%c0%ae",
                "a/b/c/d/e",
                "é"
            })
    void whatIsNoSafePartHasNone(String encoded) {
        assertThat(BackendPath.decoded(encoded)).isEmpty();
    }

    @Test
    void aPartOfMoreThan256CharactersHasNone() {
        assertThat(BackendPath.decoded("a".repeat(256))).isPresent();
        assertThat(BackendPath.decoded("a".repeat(257))).isEmpty();
        assertThat(BackendPath.decoded("%61".repeat(100_000))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/models", "models/", "../files", "models?x=y", "Models", "a//b", "a\nb"})
    void anEndpointThatIsNoNameIsADefect(String endpoint) {
        assertThatThrownBy(() -> BackendPath.of(endpoint)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "a/../b", "a b", "%2e", ""})
    void aPartThatWasNotCheckedIsADefect(String part) {
        assertThatThrownBy(() -> MODELS.with(part)).isInstanceOf(IllegalArgumentException.class);
    }
}
