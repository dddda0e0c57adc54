package dev.throughline.wire;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class StrictJsonTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    {"a":1,        | line 1, column
                    {"a":1}x       | line 1, column
                    {"a":1,"a":2}  | Duplicate field 'a'
                    [1]            | is a JSON array
                    "text"         | is a JSON string
                    {'a':1}        | line 1, column
                    {"a":1e9999999999} | too large or too small to be read at line 1, column
                    """)
    void saysWhereAndWhatIsWrong(String body, String message) {
        assertThatThrownBy(() -> StrictJson.parse(body.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(WireException.class)
                .hasMessageContaining(message);
    }

    @Test
    void namesTheByteOfInvalidUtf8() {
        byte[] body = "{\"a\":\"x?\"}".getBytes(StandardCharsets.ISO_8859_1);
        body[7] = (byte) 0xFF;

        assertThatThrownBy(() -> StrictJson.parse(body)).hasMessageContaining("not valid UTF-8 at byte 7");
    }

    @Test
    void saysThatABodyIsEmpty() {
        assertThatThrownBy(() -> StrictJson.parse(new byte[0])).hasMessageContaining("is empty");
    }

    @Test
    void refusesNestingThatIsTooDeep() {
        byte[] body = ("{\"a\":" + "[".repeat(100_000)).getBytes(StandardCharsets.US_ASCII);

        assertThatThrownBy(() -> StrictJson.parse(body))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("depth");
    }

    @Test
    void readsNothingOfABackendWhoseNumberNoValueHolds() {
        assertThat(StrictJson.object("{\"a\":1e9999999999}".getBytes(StandardCharsets.US_ASCII)))
                .isEmpty();
    }

    @Test
    void keepsTheDigitsOfNumbers() throws WireException {
        String body = "{\"big\":123456789012345678901234567890,\"exact\":0.10}";

        assertThat(StrictJson.text(StrictJson.parse(body.getBytes(StandardCharsets.US_ASCII))))
                .isEqualTo(body);
    }
}
