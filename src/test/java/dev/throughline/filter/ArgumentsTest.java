package dev.throughline.filter;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ArgumentsTest {
    private static ArgumentSchema schema(String argument, String definitions) throws IOException {
        String tool = "{\"properties\":{\"a\":" + argument + "},\"$defs\":{" + definitions + "}}";
        return ArgumentSchema.of(FilterCase.JSON.readTree(tool), "a");
    }

    private static ArgumentSchema schema(String argument) throws IOException {
        return schema(argument, "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"string\"}",
                "{\"type\":[\"string\"]}",
                "{\"enum\":[\"a\",\"b\"]}",
                "{\"const\":\"a\"}",
                "{\"anyOf\":[{\"type\":\"string\"},{\"enum\":[\"a\"]}]}",
                "{\"allOf\":[{\"type\":\"string\"},{\"maxLength\":3}]}",
                "{\"allOf\":[{\"type\":[\"string\",\"null\"]},{\"type\":[\"string\",\"integer\"]}]}",
                "{\"type\":\"string\",\"oneOf\":[{\"format\":\"uri\"},{\"format\":\"date\"}]}"
            })
    void knowsWhatIsAlwaysAString(String argument) throws IOException {
        assertThat(schema(argument).isString()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "true",
                "{\"type\":[\"string\",\"null\"]}",
                "{\"enum\":[\"a\",1]}",
                "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"object\"}]}",
                "{\"type\":\"integer\"}",
                "{\"properties\":{}}"
            })
    void knowsWhatIsNotAlwaysAString(String argument) throws IOException {
        assertThat(schema(argument).isString()).isFalse();
    }

    @Test
    void followsReferencesAndSurvivesThoseThatReferToThemselves() throws IOException {
        String loop = "\"n\":{\"anyOf\":[{\"$ref\":\"#/$defs/n\"},{\"$ref\":\"#/$defs/n\"},{\"$ref\":\"#\"}]}";

        ArgumentSchema schema = schema("{\"$ref\":\"#/$defs/n\"}", loop);

        assertThat(schema.isString()).isFalse();
        assertThat(schema.fits(FilterCase.JSON.readTree("{}"))).isTrue();
    }

    @Test
    void followsAReferenceToAReference() throws IOException {
        String chain = "\"n\":{\"$ref\":\"#/$defs/m\"},\"m\":{\"type\":\"string\"}";

        assertThat(schema("{\"$ref\":\"#/$defs/n\"}", chain).isString()).isTrue();
    }

    @Test
    void declaresOnlyWhatTheSchemaNames() throws IOException {
        JsonNode tool = FilterCase.JSON.readTree("{\"properties\":{\"a\":{}}}");

        assertThat(ArgumentSchema.declares(tool, "a")).isTrue();
        assertThat(ArgumentSchema.declares(tool, "b")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"type\":\"number\"}|1e5|1e5",
                "{\"type\":\"number\"}|1.10|1.10",
                "{\"type\":\"integer\"}|1e400000000|1e400000000",
                "{\"type\":\"number\"}|1e9999999999|\"1e9999999999\"",
                "{\"type\":\"object\"}|{ \"a\" : 1.0 }|{ \"a\" : 1.0 }",
                "{\"type\":\"array\",\"enum\":[[1],[2]]}|[2]|[2]",
                "{\"type\":\"array\",\"enum\":[[1],[2]]}|[3]|\"[3]\"",
                "{\"type\":\"array\"}|[1,02]|\"[1,02]\"",
                "{\"type\":\"array\"}|(1, 'a')|[1,\"a\"]",
                "{\"type\":\"object\"}|\"{\\\"a\\\":1}\"|{\"a\":1}",
                "{\"type\":\"boolean\"}|\"yes\"|\"\\\"yes\\\"\"",
                "{}|\"a\"|\"a\"",
                "{}|'a'|\"a\"",
                "{}|a'b|\"a'b\"",
            })
    void writesAValueAsItsSchemaWantsIt(String argument, String text, String json) throws IOException {
        assertThat(ArgumentValue.json(text, schema(argument))).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "True|true",
                " None |null",
                "[True, False,]|[true,false]",
                "()|[]",
                "{'a': {'b': ('c',)}}|{\"a\":{\"b\":[\"c\"]}}",
                "'it\\'s'|\"it's\"",
                "'\\x41\\u0042\\U0001f680\\d\\\\'|\"AB🚀\\\\d\\\\\"",
                "[1e3, -2]|[1E+3,-2]",
            })
    void readsPythonLiterals(String text, String json) {
        assertThat(PythonLiteral.parse(text).map(ArgumentValue::write)).contains(json);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "true false",
                "[1",
                "[1 2]",
                "{'a'}",
                "{'a': }",
                "'a",
                "'a\\",
                "'\\x4'",
                "nan",
                "0x1",
                "f(x)",
                "[,]",
                "a"
            })
    void readsNothingElse(String text) {
        assertThat(PythonLiteral.parse(text)).isEmpty();
    }

    @Test
    void givesUpOnLiteralsThatAreTooDeep() {
        assertThat(PythonLiteral.parse("[".repeat(100_000))).isEmpty();
        assertThat(ArgumentValue.literal("[".repeat(100_000))).isEmpty();
    }

    @Test
    void escapesOnlyWhatNeedsIt() throws IOException {
        String plain = "no escape: é / '";
        String special = "\"\\\n\r\t\b\f\u0000\u001f\u007f";

        assertThat(JsonStringEscaper.escaped(plain)).isSameAs(plain);
        assertThat(FilterCase.JSON.readTree(JsonStringEscaper.quoted(special)).textValue())
                .isEqualTo(special);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {" a |a", "\\na\\n\\n|a", "a b|", "a.b/c:d-e_1|a.b/c:d-e_1", "ä|", "|", "\\|"})
    void readsANameBetweenLayout(String text, String name) {
        assertThat(CallName.of(Optional.ofNullable(text).orElse("")))
                .isEqualTo(Optional.ofNullable(name).orElse(""));
    }

    @Test
    void limitsTheLengthOfAName() {
        assertThat(CallName.of("n".repeat(128))).hasSize(128);
        assertThat(CallName.of("n".repeat(129))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"name\":\"f\",\"arguments\":{\"a\":1}}|f|{\"a\":1}",
                "{\"name\":\"f\",\"parameters\":{}}|f|{}",
                "{\"name\":\"f\",\"arguments\":\"x\"}|f|{}",
                "{\"name\":\"f\",\"arguments\":[1]}|f|{}",
                "f {\"name\":\"g\"}|f|{\"name\":\"g\"}",
            })
    void readsACallWrittenAsJson(String body, String name, String arguments) {
        assertThat(JsonBody.parse(body, new DeclaredTools(Map.of()))).contains(new JsonBody.Call(name, arguments));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "f", "{}", "{\"name\":1}", "{\"name\":\"a b\"}", "f {", "a b {}", "f {} x"})
    void readsNoCallFromAnythingElse(String body) {
        assertThat(JsonBody.parse(body, new DeclaredTools(Map.of()))).isEmpty();
    }
}
