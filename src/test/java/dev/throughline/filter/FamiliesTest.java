package dev.throughline.filter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FamiliesTest {
    private static final String OWN = """
            {"families": [
              {"id": "ours", "names": ["ours-*", "qwen3-8b"], "reasoning": [{"open": ["<r>"], "close": ["</r>"]}],
               "calls": [{"style": "json", "open": ["<c>"], "close": ["</c>"]}]},
              {"id": "hermes", "names": ["hermes-"], "turn": ["<e>"]}
            ]}""";

    @ParameterizedTest
    @CsvSource({
        "Qwen/Qwen3-235B-A22B, hermes",
        "qwen3-235b-a22b-thinking-2507, qwen3-thinking",
        "Qwen/Qwen3-Coder-480B-A35B-Instruct-FP8, qwen3-coder",
        "unsloth/Qwen3.5-27B-GGUF, function-tags",
        "deepseek-ai/DeepSeek-R1-Distill-Llama-70B, think",
        "deepseek-v3.2-exp, deepseek-v3.1",
        "deepseek-v3.2, deepseek-dsml",
        "nvidia/Llama-3_3-Nemotron-Super-49B-v1, nemotron",
        "nvidia/NVIDIA-Nemotron-3-Nano-30B-A3B, function-tags",
        "Salesforce/Llama-xLAM-2-8b-fc-r, xlam",
        "NousResearch/Hermes-3-Llama-3.1-8B, hermes",
        "meta-llama/Llama-3.2-3B-Instruct, llama-3.2-small",
        "mistralai/Magistral-Small-2509, magistral"
    })
    void theLongestPatternInAModelsNameDecides(String model, String family) {
        assertThat(Families.SHIPPED.ofModel(model).orElseThrow().family().id()).isEqualTo(family);
    }

    @ParameterizedTest
    @ValueSource(strings = {"deepseek-chat", "claude-sonnet-4-5", "gpt-4o", "gemini-2.5-pro", "", "my-model"})
    void hostedAliasesAndUnknownNamesHaveNone(String model) {
        assertThat(Families.SHIPPED.ofModel(model)).isEmpty();
    }

    @Test
    void anOperatorsRowsComeFirstAndReplaceShippedOnesOfTheirId() {
        Families families = Families.with(OWN);

        assertThat(families.ofModel("ours-1").orElseThrow().family().id()).isEqualTo("ours");
        assertThat(families.ofModel("qwen3-8b").orElseThrow().family().id()).isEqualTo("ours");
        assertThat(families.withId("hermes").orElseThrow().family().calls()).isEmpty();
        assertThat(families.ofModel("kimi-k2").orElseThrow().family().id()).isEqualTo("kimi-k2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "{\"families\": [{\"names\": []}]}", "{\"families\": [{\"id\": \"a\", \"nmes\": []}]}"})
    void anotherFileIsRefusedWithAReason(String file) {
        String given = file.isEmpty() ? "[]" : file;

        assertThatThrownBy(() -> Families.with(given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("families");
    }
}
