package dev.throughline.telemetry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ModelTagLimiterTest {
    private final ModelTagLimiter names = new ModelTagLimiter(2);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "glm-4.7",
                "zai-org/GLM-4.5-Air-FP8",
                "Qwen/Qwen3-Coder-480B-A35B-Instruct",
                "accounts/fireworks/models/glm-5",
                "llama3.1:8b"
            })
    void keepsNamesOfModels(String name) {
        assertThat(names.tag(name, true)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Tell me a secret",
                "a\nb",
                "modèle",
                "sk-proj0123456789abcdefghij",
                "019a2f3e-7b1c-7d2e-9f3a-5b6c7d8e9f00",
                "session-4f9c2d1ab3e5f67890abcdef12",
                "{\"a\":1}",
                "../../etc/passwd"
            })
    void callsWhateverElseAClientWritesOther(String name) {
        assertThat(names.tag(name, true)).isEqualTo("other");
    }

    @Test
    void refusesANameThatIsTooLong() {
        assertThat(names.tag("a-".repeat(33), true)).isEqualTo("other");
    }

    @Test
    void neverTakesAPlaceForANameThatOnlyTheClientKnows() {
        for (int i = 0; i < 100; i++) {
            assertThat(names.tag("made-up-" + i, false)).isEqualTo("other");
        }

        assertThat(names.tag("glm-4.7", true)).isEqualTo("glm-4.7");
        assertThat(names.tag("glm-4.7", false)).as("known by now").isEqualTo("glm-4.7");
    }

    @Test
    void givesNoMorePlacesThanConfigured() {
        names.tag("first", true);
        names.tag("second", true);

        assertThat(names.tag("third", true)).isEqualTo("other");
        assertThat(names.tag("first", true)).isEqualTo("first");
    }
}
