package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TokenCountReaderTest {
    private final TokenCountReader counts = new TokenCountReader();

    @ParameterizedTest
    @CsvSource({"0, 0", "7, 7", "7.0, 7", "1e3, 1000", "2147483647, 2147483647"})
    void aWholeNumberIsACount(String json, int count) throws IOException {
        assertThat(counts.read(json(json), "n")).isEqualTo(count);
        assertThat(counts.refused()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-99999999999999999999999",
                "99999999999999999999999",
                "-1",
                "2147483648",
                "9223372036854775808",
                "1.5",
                "1e400",
                "-1e400",
                "1e-3",
                "\"12\"",
                "true",
                "{}",
                "[1]"
            })
    void anythingElseIsNotCountedAndNamed(String json) throws IOException {
        assertThat(counts.read(json(json), "n")).isZero();
        assertThat(counts.read(json(json), "n", 4)).isEqualTo(4);
        assertThat(counts.refused()).containsExactly("n");
    }

    @Test
    void whatIsAbsentIsNotCountedAndNotNamed() throws IOException {
        assertThat(counts.read(json("null"), "n")).isZero();
        assertThat(counts.read(json("{}").path("n"), "n", 3)).isEqualTo(3);
        assertThat(counts.refused()).isEmpty();
    }

    @Test
    void aSumDoesNotOverflow() {
        assertThat(counts.sum("n", 1, 2, 3)).isEqualTo(6);
        assertThat(counts.refused()).isEmpty();

        assertThat(counts.sum("n", Integer.MAX_VALUE, Integer.MAX_VALUE, 2)).isZero();
        assertThat(counts.refused()).containsExactly("n");
    }

    private static JsonNode json(String text) throws IOException {
        return new JsonMapper().readTree(text);
    }
}
