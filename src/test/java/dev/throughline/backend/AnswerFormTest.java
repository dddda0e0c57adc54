package dev.throughline.backend;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class AnswerFormTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "data: {}        | false | true",
                "event: a        | false | true",
                ": comment       | false | true",
                "{\"error\": 1}   | true  | false",
                "<html>          | true  | false",
                "[1]             | true  | false",
                "Bad Gateway     | true  | true",
                "Bad Gateway     | false | false",
                "dat             | false | ",
                "d               | true  | "
            })
    void theFirstBytesDecide(String first, boolean isLabelled, Boolean isStream) {
        assertThat(AnswerForm.of(first.getBytes(StandardCharsets.UTF_8), isLabelled))
                .isEqualTo(Optional.ofNullable(isStream));
    }

    @ParameterizedTest
    @CsvSource({"'  \n', false", "'\uFEFF', true"})
    void whiteSpaceAndAMarkDecideNothing(String first, boolean isLabelled) {
        assertThat(AnswerForm.of(first.getBytes(StandardCharsets.UTF_8), isLabelled))
                .isEmpty();
        assertThat(AnswerForm.of((first + "data: a").getBytes(StandardCharsets.UTF_8), isLabelled))
                .contains(true);
    }
}
