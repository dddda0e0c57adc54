package dev.throughline.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.BodyDigest;
import dev.throughline.text.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Bodies are written with `'` for quotes.
class ParsedBodyTest {
    private static final String FIRST = "{'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]}\n],'n':1.50}";

    @Test
    void notesWhereTheElementsOfTheHistoryEnd() throws WireException {
        ParsedBody body = parse(FIRST, Optional.empty());

        assertThat(body.tree()).isEqualTo(StrictJson.parse(bytes(FIRST)));
        assertThat(body.bytes()).isEqualTo(bytes(FIRST));
        assertThat(digest(body).ends()).containsExactly(behind("'ö'}"), behind("{}]}"));
        assertThat(digest(body).closing()).isEqualTo(behind("\n]") - 1);
        assertThat(body.shared()).isZero();
        assertThat(body.sharedBytes()).isZero();
    }

    @Test
    void aChangedCopyKeepsTheBytesOfWhatDidNotChange() throws WireException {
        String text = "{'model' : 'm','messages':[{ 'a':1}, { 'b' : 1.50 } ,{'c':'\\u00f6'},{'d':2}],'n':1.50}";
        ParsedBody body = parse(text, Optional.empty());
        ObjectNode changed = body.tree().objectNode();
        changed.setAll(body.tree());
        changed.put("model", "other");
        ArrayNode messages = changed.putArray("messages");
        JsonNode sent = body.tree().get("messages");
        messages.add(sent.get(0))
                .add(sent.get(1))
                .add(messages.objectNode().put("new", true))
                .add(sent.get(2));

        assertThat(body.written(changed))
                .isEqualTo(bytes("{'model':'other','messages':[{'a':1},{ 'b' : 1.50 },{'new':true},{'c':'\\u00f6'}],"
                        + "'n':1.50}"));
        assertThat(StrictJson.parse(body.written(changed))).isEqualTo(changed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'messages':[{'a':1},{'b':2}]}", "{'messages':[{'a':1}]}", "{'messages':[]}", "{'a':1}"})
    void anotherTreeIsWrittenAsItIs(String text) throws WireException {
        ParsedBody body = parse(text, Optional.empty());

        for (String other : List.of("{}", "{'messages':[]}", "{'messages':[{'a':1},{'b':2}]}", "{'messages':'a'}")) {
            assertThat(body.written(StrictJson.parse(bytes(other)))).isEqualTo(bytes(other));
        }
        assertThat(body.written(body.tree())).isEqualTo(bytes(text));
    }

    @Test
    void aChangedCopyOfALaterBodyKeepsWhatBothHave() throws WireException {
        ParsedBody first = parse(FIRST, Optional.empty());
        String text = "{'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]} , { 'c':2}],'n':2}";
        ParsedBody later = parse(text, Optional.of(first));

        assertThat(later.written(later.tree()))
                .isEqualTo(bytes("{'model':'m','messages':[{'a':'ö'},{'b':[1,{}]},{ 'c':2}],'n':2}"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]},{'c':2}],'n':2}        | 2
            {'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]}  ,  {'c':2},3],'n':2}  | 2
            {'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]}]}                      | 2
            {'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]}],'messagesx':[],'o':{}} | 2
            {'model':'m','messages':[{'a':'ö'}, {'b':[2,{}]}],'n':1}                | 1
            {'model':'m','messages':[{'a':'ö'}, {'c':1},{'d':2}]}                   | 1
            {'model':'m','messages':[{'a':'ö'}],'n':1}                              | 1
            {'model':'m','messages':[{'a':'ö'}]}                                    | 1
            {'model':'m','messages':[{'a':'ö'}, 5]}                                 | 0
            {'model':'m','messages':[{'a':'o'}, {'b':[1,{}]}],'n':1.50}             | 0
            {'model':'n','messages':[{'a':'ö'}, {'b':[1,{}]}],'n':1.50}             | 0
            {}                                                                      | 0
            """)
    void aLaterBodyIsParsedFromWhereItDiffers(String later, int shared) throws WireException {
        ParsedBody first = parse(FIRST, Optional.empty());
        ParsedBody second = parse(later, Optional.of(first));
        ParsedBody whole = parse(later, Optional.empty());

        assertThat(second.tree()).isEqualTo(StrictJson.parse(bytes(later))).isEqualTo(whole.tree());
        assertThat(second.tree().properties().stream().map(Object::toString))
                .containsExactlyElementsOf(
                        whole.tree().properties().stream().map(Object::toString).toList());
        assertThat(second.shared()).isEqualTo(shared);
        assertThat(second.sharedBytes()).isEqualTo(shared == 0 ? 0 : behind(shared == 1 ? "'ö'}" : "{}]}"));
        assertThat(digest(second).ends()).isEqualTo(digest(whole).ends());
        assertThat(digest(second).closing()).isEqualTo(digest(whole).closing());
        assertThat(second.digest(digest(first)).hex())
                .isEqualTo(digest(whole).hex())
                .isEqualTo(Sha256.hex(bytes(later)));
        for (int i = 0; i < shared; i++) {
            assertThat(second.tree().path("messages").get(i))
                    .isSameAs(first.tree().path("messages").get(i));
        }
    }

    @Test
    void aGrowingHistorySharesAllOfItsElementsAgainAndAgain() throws WireException {
        Optional<ParsedBody> before = Optional.empty();
        StringBuilder elements = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            elements.append(i == 0 ? "" : ",").append("{'i':").append(i).append('}');
            String text = "{'messages':[" + elements + "]}";

            ParsedBody body = parse(text, before);

            assertThat(body.tree()).isEqualTo(StrictJson.parse(bytes(text)));
            assertThat(body.shared()).isEqualTo(i);
            assertThat(body.elements()).isEqualTo(i + 1);
            assertThat(digest(body).closing()).isEqualTo(text.length() - 2);
            assertThat(digest(body).ends())
                    .hasSize(Math.min(i + 1, BodyDigest.LAST))
                    .isEqualTo(digest(parse(text, Optional.empty())).ends());
            before = Optional.of(body);
        }
        assertThat(parse(new String(before.orElseThrow().bytes(), StandardCharsets.UTF_8), before)
                        .shared())
                .isEqualTo(40);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]},{'c':2}],'model':'n'}",
                "{'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]}],'messages':[]}",
                "{'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]}",
                "{'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]},",
                "{'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]} x",
                "{'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]}]}}",
                "{'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]}]} 1",
                "{'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]}, {'c':1,'c':2}]}",
                "[1]",
                "{",
                "",
                " "
            })
    void errorsAreThoseOfAWholeBody(String later) throws WireException {
        Optional<ParsedBody> first = Optional.of(parse(FIRST, Optional.empty()));

        assertThatThrownBy(() -> parse(later, first))
                .isInstanceOf(WireException.class)
                .hasMessage(errorOf(bytes(later)));
    }

    @Test
    void bytesThatAreNoTextAreAnErrorWhereverTheyAre() throws WireException {
        Optional<ParsedBody> first = Optional.of(parse(FIRST, Optional.empty()));
        byte[] broken = bytes("{'model':'m','messages':[{'a':'ö'}, {'b':[1,{}]},{'c':'?'}]}");
        broken[broken.length - 5] = (byte) 0xff;
        byte[] brokenFirst = bytes(FIRST);
        brokenFirst[11] = (byte) 0xff;

        for (byte[] body : List.of(broken, brokenFirst)) {
            assertThatThrownBy(() -> ParsedBody.parse(body, "messages", first))
                    .isInstanceOf(WireException.class)
                    .hasMessage(errorOf(body));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{'messages':{}}", "{'messages':[]}", "{'messages':[1,{}]}", "{'n':[{}]}", " {'messages':[{}]}"})
    void withoutObjectsInTheHistoryNothingIsNoted(String text) throws WireException {
        ParsedBody body = parse(text, Optional.empty());

        assertThat(body.tree()).isEqualTo(StrictJson.parse(bytes(text)));
        assertThat(digest(body).ends()).isEmpty();
        assertThat(parse(text, Optional.of(body)).shared()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'model':{'messages':[{}]},'messages':[{'a':1},{'b':2}|,{'c':3}]}
            {'messages':[{'a':1},{'b':2}|]}
            {'messages':[{'a':1}|]}
            {'messages':[{'a':1}|,2]}
            {'messages':[1,{'a':1}]}|
            {'messages':{'a':1}}|
            {'n':[[1]],'messages':[]}|
            {'messages':[{'a':1},{'b'|
            """)
    void anOpeningEndsBehindTheSecondElement(String opening, String rest) {
        byte[] body = bytes(opening + (rest == null ? "" : rest));

        assertThat(ParsedBody.opening(body, "messages")).isEqualTo(bytes(opening).length);
    }

    private static String errorOf(byte[] body) {
        try {
            StrictJson.parse(body);
            throw new AssertionError("an error was expected");
        } catch (WireException e) {
            return e.getMessage();
        }
    }

    private static BodyDigest digest(ParsedBody body) {
        return body.digest(BodyDigest.NONE);
    }

    private static ParsedBody parse(String text, Optional<ParsedBody> earlier) throws WireException {
        return ParsedBody.parse(bytes(text), "messages", earlier);
    }

    /// The offset behind a piece of the first body.
    private static int behind(String piece) {
        return bytes(FIRST.substring(0, FIRST.indexOf(piece.replace('"', '\'')) + piece.length())).length;
    }

    private static byte[] bytes(String text) {
        return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
