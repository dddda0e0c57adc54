package dev.throughline.backend.settings;

import dev.throughline.backend.settings.ModelMap.Glob;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ModelMapTest {
    private static final Set<String> BACKENDS = Set.of("mine", "zai");

    private static ModelMap map(Map<String, String> settings) {
        return new ModelMap(settings, BACKENDS::contains, List.of("mine", "zai"));
    }

    @ParameterizedTest
    @CsvSource({
        "claude-opus-4,         zai,  glm-4.7",
        "claude-haiku-4,        mine, glm-4.5-air",
        "claude-haiku-4-exact,  zai,  the-exact-one",
        "gpt-5,                 mine, zai-org/GLM-4.7",
        "glm-5,                 mine, glm-5",
        "kept,                  zai,  kept",
        "a-claude,              mine, a-claude"
    })
    void theMostSpecificPatternWins(String asked, String backend, String model) {
        ModelMap map = map(Map.of(
                "claude-*", "zai/glm-4.7",
                "claude-haiku-*", "mine/glm-4.5-air",
                "claude-haiku-4-exact", "zai/the-exact-one",
                "gpt-*", "mine/zai-org/GLM-4.7",
                "*", "mine/*",
                "kept", "zai"));

        assertThat(map.route(asked)).contains(new ModelRoute(backend, model));
    }

    @Test
    void ofTwoPatternsWithTheSameBeginningTheLongerWins() {
        ModelMap map = map(Map.of("gpt-*", "mine/a", "gpt-*-codex", "mine/b"));

        assertThat(map.route("gpt-5-codex")).contains(new ModelRoute("mine", "b"));
        assertThat(map.route("gpt-5")).contains(new ModelRoute("mine", "a"));
    }

    @Test
    void aNameThatNoPatternFitsLeadsNowhere() {
        assertThat(map(Map.of("claude-*", "mine/x")).route("gpt-5")).isEmpty();
        assertThat(map(Map.of()).route("gpt-5")).isEqualTo(Optional.empty());
    }

    @Test
    void namesTheSettingWhoseBackendDoesNotExist() {
        assertThatThrownBy(() -> map(Map.of("claude-*", "nowhere/glm-4.7")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("throughline.models.\"claude-*\"")
                .hasMessageContaining("nowhere")
                .hasMessageContaining("[mine, zai]");
    }

    @ParameterizedTest
    @CsvSource({"/glm", "mine/", "mine/glm-*"})
    void refusesATargetThatNamesNoModel(String target) {
        assertThatThrownBy(() -> map(Map.of("claude-*", target)))
                .hasMessageContaining("throughline.models.\"claude-*\"")
                .hasMessageContaining("BACKEND/MODEL");
    }

    @Test
    void showsTheNamesWithoutAStarAndTheBackends() {
        ModelMap map = map(Map.of("b", "zai/x", "a", "mine/y", "c-*", "mine/z"));

        assertThat(map.aliases()).containsExactly("a", "b");
        assertThat(map.backends()).containsExactly("mine", "zai");
    }

    @ParameterizedTest
    @CsvSource({
        "*,        anything,   true",
        "a*c,      abbc,       true",
        "a*c,      abbd,       false",
        "*-x-*,    a-x-b,      true",
        "*a*b,     aab,        true",
        "a.c,      abc,        false",
        "ab*,      a,          false",
        "**,       x,          true"
    })
    void aStarIsAnyTextAndNothingElseIsSpecial(String pattern, String name, boolean matches) {
        assertThat(Glob.matches(pattern, name)).isEqualTo(matches);
    }
}
