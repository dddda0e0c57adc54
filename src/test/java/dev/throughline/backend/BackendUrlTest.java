package dev.throughline.backend;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BackendUrlTest {

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8000, /v1/chat/completions",
        "http://127.0.0.1:8000/, /v1/chat/completions",
        "http://127.0.0.1:8000/v1, /v1/chat/completions",
        "http://127.0.0.1:8000/v1/, /v1/chat/completions",
        "https://api.example.com/api/paas/v4, /api/paas/v4/chat/completions",
        "https://api.example.com/api/openai, /api/openai/v1/chat/completions"
    })
    void versionSegmentIsAddedOnlyWhereThereIsNone(String url, String target) {
        assertThat(BackendUrl.of("b", url).target(BackendPath.of("chat/completions")))
                .isEqualTo(target);
    }

    @Test
    void portFollowsTheScheme() {
        assertThat(BackendUrl.of("b", "https://h").port()).isEqualTo(443);
        assertThat(BackendUrl.of("b", "http://h").port()).isEqualTo(80);
        assertThat(BackendUrl.of("b", "http://[::1]:9/v1").host()).isEqualTo("::1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host:80", "ftp://h/", "http://", "http:// h", "file:///etc/passwd"})
    void anythingElseIsRefusedByTheNameOfItsSetting(String url) {
        assertThatThrownBy(() -> BackendUrl.of("zai", url)).hasMessageContaining("throughline.backends.zai.url");
    }

    @Test
    void credentialsInAUrlAreNotRepeated() {
        assertThatThrownBy(() -> BackendUrl.of("zai", "ftp://user:secret@h"))
                .message()
                .doesNotContain("secret");
    }
}
