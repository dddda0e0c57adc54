package dev.throughline.gateway.admission;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PassedEndpointsTest {
    private final PassedEndpoints passed =
            PassedEndpoints.of(List.of("embeddings", " audio/* ", "images/generations", "/tokenize", "/lora/*"));

    @ParameterizedTest
    @CsvSource({
        "embeddings, embeddings, embeddings",
        "audio/speech, audio/*, audio/speech",
        "audio/a%2Db, audio/*, audio/a-b",
        "images/generations, images/generations, images/generations",
        "tokenize, /tokenize, tokenize",
        "lora/x.1, /lora/*, lora/x.1",
    })
    void aPathThatAnEntryAllowsIsBuiltFromTheEntry(String path, String entry, String sent) {
        var found = passed.find(List.of(path.split("/")), false).orElseThrow();

        assertThat(found.entry()).isEqualTo(entry);
        assertThat(found.path()).hasToString(sent);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "embedding",
                "embeddings/x",
                "audio",
                "audio/a/b",
                "audio/..",
                "audio/%2e%2e",
                "audio/a%2Fb",
                "audio/a%0d%0ab",
                "audio/a b",
                "audio/*x*",
                "images/edits",
                "Embeddings"
            })
    void nothingElsePasses(String path) {
        assertThat(passed.find(List.of(path.split("/")), false)).isEmpty();
    }

    @Test
    void onlyEntriesBesideTheVersionStandWithoutIt() {
        assertThat(passed.find(List.of("tokenize"), true)).isPresent();
        assertThat(passed.find(List.of("embeddings"), true)).isEmpty();
    }

    @Test
    void noneAloneLetsNothingPass() {
        assertThat(PassedEndpoints.of(List.of("none")).find(List.of("none"), false))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "*", "a/*/b", "../x", "a//b", "A", "a?b", "a/", "http://x"})
    void anEntryThatIsNoEndpointIsRefused(String entry) {
        assertThatThrownBy(() -> PassedEndpoints.of(List.of("embeddings", entry)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("throughline.gateway.passed-endpoints");
    }
}
