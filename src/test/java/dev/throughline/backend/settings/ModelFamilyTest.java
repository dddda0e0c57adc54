package dev.throughline.backend.settings;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ModelFamilyTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "glm-4.7",
                "zai-org/GLM-4.7-FP8",
                "GLM-4.7-Flash",
                "zai-glm-4.7",
                "glm4.7",
                "glm-4p7",
                "glm-4-7-251222",
                "glm_4_7",
                "glm-5",
                "GLM-5-FP8",
                "glm-5.1",
                "glm-5.3-flash",
                "glm-10"
            })
    void theTemplatesFromGlm47OnOpenTheReasoning(String model) {
        assertThat(ModelFamily.AUTO.prefillsReasoning(model)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "glm-4.5",
                "GLM-4.5-Air",
                "glm-4.6",
                "glm-4.6v",
                "glm-4.1v-9b-thinking",
                "glm-4",
                "glm-4-9b-chat",
                "glm-4-32b-0414",
                "glm-4-0520",
                "glm-z1-9b",
                "chatglm3-6b",
                "glm-edge-1.5b",
                "my-glm",
                "glm",
                "gpt-5",
                ""
            })
    void noOtherNameIsTakenForOneOfThem(String model) {
        assertThat(ModelFamily.AUTO.prefillsReasoning(model)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "glm-4.5-air, glm-4.5",
        "zai-org/GLM-4.7-FP8, glm-4.7",
        "glm-4p6, glm-4.6",
        "glm-5, glm-5",
        "glm-5.3-flash, glm-5.3",
        "my-glm,",
        "gpt-5,"
    })
    void theNameOfAModelDeterminesTheVersionOfItsTemplate(String model, @Nullable String version) {
        assertThat(ModelFamily.AUTO.version(model)).isEqualTo(Optional.ofNullable(version));
        assertThat(ModelFamily.GLM_5.version(model)).contains("glm-5");
        assertThat(ModelFamily.OTHER.version(model)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"glm-4.5, false", "glm-4.7, true", "glm-5, true", "glm-5.3, true", "other, false", "kimi-k2, false"})
    void aFamilyThatIsSetDecidesWhateverTheName(String id, boolean prefills) {
        assertThat(new ModelFamily(id).prefillsReasoning("glm-4.7")).isEqualTo(prefills);
    }
}
