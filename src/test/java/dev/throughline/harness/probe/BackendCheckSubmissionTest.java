package dev.throughline.harness.probe;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class BackendCheckSubmissionTest {
    @ParameterizedTest
    @CsvSource({
        "/srv/models/scripted, scripted",
        "/models/glm-4.7-Q4_K_M.gguf, glm-4.7-Q4_K_M.gguf",
        "zai-org/GLM-4.7, zai-org/GLM-4.7",
        "default_model, default_model"
    })
    void aModelsPathIsNotSent(String model, String sent) {
        assertThat(BackendCheckSubmission.named(model)).isEqualTo(sent);
    }
}
