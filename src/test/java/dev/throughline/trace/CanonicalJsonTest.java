package dev.throughline.trace;

import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class CanonicalJsonTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"b": 1, "a": [ {"d":2,"c":3} ]} | {"a":[{"c":3,"d":2}],"b":1}
            1.50                             | 1.5
            [1.0, 100]                       | [1,1E+2]
            "text"                           | "text"
            {"a":                            | {"a":
            """)
    void textsOfTheSameValueHaveOneForm(String text, String canonical) {
        assertThat(CanonicalJson.canonical(text)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "none", textBlock = """
            {"a":1,"b":2}   | {"b":2.0,"a":1}     | none
            {"a":[1,2]}     | {"a":[2,1]}         | field a was changed
            {"a":1}         | {"a":1,"b":2}       | field b was added
            {"a":1,"b":2}   | {"a":1}             | field b was removed
            {"a":1,"b":2}   | {"a":3,"c":2}       | field a was changed, field c was added, field b was removed
            {"a":1}         | [1]                 | the value differs
            [1]             | {"a":1}             | the value differs
            [1]             | [1.0]               | none
            """)
    void saysWhatDiffers(String issued, String found, String difference) {
        assertThat(CanonicalJson.difference(
                        CanonicalJson.parse(issued).orElseThrow(),
                        CanonicalJson.parse(found).orElseThrow()))
                .isEqualTo(Optional.ofNullable(difference));
    }
}
