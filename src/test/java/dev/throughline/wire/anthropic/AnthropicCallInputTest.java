package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.wire.StrictJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AnthropicCallInputTest {
    private static final String WHOLE = """
            {"city":"Bei\\"j\\\\ing \\ud83d\\ude00","n":-12.5e3,"list":[1,{"deep":"x"},[],true],"none":null,"é":"日本"}""";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"city":"Bei             | {"city":"Bei"}
            {"city":"Bei","n":12     | {"city":"Bei","n":12}
            {"city":"Bei","n":tru    | {"city":"Bei"}
            {"city":"Bei","n         | {"city":"Bei"}
            {"city":"Bei","n"        | {"city":"Bei"}
            {"city":"Bei","n":       | {"city":"Bei"}
            {"city":"Bei",           | {"city":"Bei"}
            {"a":{"b":[1,"x          | {"a":{"b":[1,"x"]}}
            {"a":"x\\                | {"a":"x"}
            {"a":"x\\u00             | {"a":"x"}
            {"a":"x\\ud83d           | {"a":"x"}
            {"a":"x\\ud83d\\ude      | {"a":"x"}
            {"n":12,"city            | {"n":12}
            {"n":true,               | {"n":true}
            {"n":[1,2,nu             | {"n":[1,2]}
            {                        | {}
            {"                       | {}
            """)
    void closesWhatALimitCutOff(String cut, String closed) {
        assertThat(AnthropicCallInput.of(cut.strip())).isEqualTo(closed);
    }

    @Test
    void givesAnObjectForEveryCutOfOne() throws Exception {
        for (int end = 1; end <= WHOLE.length(); end++) {
            JsonNode input = StrictJson.MAPPER.readTree(AnthropicCallInput.of(WHOLE.substring(0, end)));

            assertThat(input.isObject()).as(WHOLE.substring(0, end)).isTrue();
            assertThat(input.has("INVALID_JSON")).as(WHOLE.substring(0, end)).isFalse();
        }
    }

    @Test
    void leavesAnObjectAsItIs() {
        assertThat(AnthropicCallInput.of(WHOLE)).isEqualTo(WHOLE);
        assertThat(AnthropicCallInput.of("")).isEqualTo("{}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"no JSON", "[1]", "\"text\"", "{\"a\":1} and more", "{a:1}", "}{", "{]"})
    void wrapsWhatIsNoObject(String arguments) throws Exception {
        JsonNode input = StrictJson.MAPPER.readTree(AnthropicCallInput.of(arguments));

        assertThat(input.path("INVALID_JSON").textValue()).isEqualTo(arguments);
    }
}
