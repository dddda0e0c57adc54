package dev.throughline.wire.responses;

import dev.throughline.testing.Cut;
import dev.throughline.testing.Cuts;
import dev.throughline.testing.Thorough;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Thorough
class ResponsesFreeformInputTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"input":"a\\n\\"b\\" \\u00e4\\ud83c\\udf27\\\\"} | a⏎"b" ä🌧\\
            { "input" : "x" }                         | x
            {"input":""}                              | ``
            {"input":"cut                             | cut
            {"other":1,"input":"x"}                   | x
            {"patch":"x"}                             | x
            {"patch":"x","other":1}                   | {"patch":"x","other":1}
            *** Begin Patch                           | *** Begin Patch
            """)
    void readsTheInputHoweverItIsCut(String arguments, String input) {
        for (Cuts cuts : Cuts.of(arguments.length(), 7)) {
            for (Cut cut : cuts.cuts()) {
                var reader = new ResponsesFreeformInput();
                var read = new StringBuilder();
                cut.pieces(arguments).forEach(piece -> read.append(reader.read(piece)));

                assertThat(read + reader.end()).as(cut.name()).isEqualTo(input.replace('⏎', '\n'));
            }
        }
    }

    @Test
    void whiteSpaceBetweenTheTokensDoesNotDelayTheInput() {
        assertThat(new ResponsesFreeformInput().read("\n { \t\"input\" : \"x")).isEqualTo("x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\" input\":\"x\"}", "{\"inp ut\":\"x\"}", "{\"input \":\"x\"}"})
    void whiteSpaceWithinTheNameMakesItAnotherThatIsReadAtTheEnd(String arguments) {
        var reader = new ResponsesFreeformInput();

        assertThat(reader.read(arguments)).isEmpty();
        assertThat(reader.end()).isEqualTo("x");
    }

    @Test
    void anEscapeWithoutDigitsIsAReplacementCharacter() {
        assertThat(new ResponsesFreeformInput().read("{\"input\":\"a\\uZZZZb")).isEqualTo("a\uFFFDb");
    }
}
