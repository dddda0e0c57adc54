package dev.throughline.cli;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Reads settings of the whole process, which no test beside it may change.
class ConfiguredBackendsIT {
    private final Map<String, String> set = new HashMap<>();

    @AfterEach
    void clear() {
        set.keySet().forEach(System::clearProperty);
    }

    @Test
    void withoutABackendTheStubAnswers() {
        assertThat(ConfiguredBackends.read().text()).isEqualTo("the stub");
    }

    @Test
    void saysWhereABackendIsAndWhatItDoesToHistoriesButNoCredentials() {
        set("throughline.backends.near.url", "http://user:secret@127.0.0.1:8000/v1");
        set("throughline.backends.near.history", "repair");
        set("throughline.backends.far.url", "https://models.example");
        set("throughline.default-backend", "near");

        assertThat(ConfiguredBackends.read().text())
                .isEqualTo("near at http://127.0.0.1:8000/v1, history repair;"
                        + " behind /proxy: far at https://models.example:443, history auto");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            throughline.backends.a.url      | ftp://x  | an http or https URL with a host was expected, found ftp://x
            throughline.backends.a.history  | repare   | expected one of auto, as-sent, repair, keep-last, none
            throughline.backends.a.histry   | repair   | throughline.backends.a.histry
            throughline.models."claude-*"   | b/glm    | there is no backend b
            throughline.default-backend     | b        | there is no backend b; configured are [a]
            """)
    void namesASettingThatNoServiceCouldStartWith(String name, String value, String problem) {
        set("throughline.backends.a.url", "http://127.0.0.1:8000/v1");
        set(name, value);

        assertThatThrownBy(ConfiguredBackends::read)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(problem)
                .message()
                .doesNotContain("Exception", "SRCFG");
    }

    private void set(String name, String value) {
        set.put(name, value);
        System.setProperty(name, value);
    }
}
