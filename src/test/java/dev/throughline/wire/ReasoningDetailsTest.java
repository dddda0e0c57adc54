package dev.throughline.wire;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReasoningDetailsTest {

    @Test
    void anAnswerInOneBodyKeepsItsDetailsAsTheyAre() {
        String details = """
                [{"index":0,"type":"reasoning.text","text":"a ü \\n","n":1.50,"own":{"b":null}},\
                {"type":"reasoning.text","text":"b","index":0},{"type":"reasoning.encrypted","data":"ZA==","id":null}]""";

        assertThat(ReasoningDetails.of(StrictJson.array(details)).json()).contains(details);
    }

    /// Each row: the chunks, separated by `;`, and what they are together.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        # one text over three chunks, signed at the end
        {'type':'reasoning.text','text':'a','index':0,'format':'f'};{'type':'reasoning.text','text':'b','index':0};\
        {'type':'reasoning.text','signature':'s','index':0} | \
        {'type':'reasoning.text','text':'ab','index':0,'format':'f','signature':'s'}
        # a signed text is over
        {'type':'reasoning.text','text':'a','index':0};{'type':'reasoning.text','signature':'s','index':0};\
        {'type':'reasoning.text','text':'b','index':0} | \
        {'type':'reasoning.text','text':'a','index':0,'signature':'s'};{'type':'reasoning.text','text':'b','index':0}
        # another index is another detail
        {'type':'reasoning.summary','summary':'a','index':0};{'type':'reasoning.summary','summary':'b','index':1} | \
        {'type':'reasoning.summary','summary':'a','index':0};{'type':'reasoning.summary','summary':'b','index':1}
        # so is another id
        {'type':'reasoning.summary','summary':'a','id':'x'};{'type':'reasoning.summary','summary':'b','id':'y'} | \
        {'type':'reasoning.summary','summary':'a','id':'x'};{'type':'reasoning.summary','summary':'b','id':'y'}
        # every detail has index 0, whatever its type
        {'type':'reasoning.summary','summary':'a','index':0};{'type':'reasoning.summary','summary':'b','index':0};\
        {'type':'reasoning.encrypted','data':'d','index':0};{'type':'reasoning.encrypted','data':'e','index':0} | \
        {'type':'reasoning.summary','summary':'ab','index':0};{'type':'reasoning.encrypted','data':'d','index':0};\
        {'type':'reasoning.encrypted','data':'e','index':0}
        # what was null gets a value, what had one keeps it
        {'type':'reasoning.text','text':'a','id':null,'format':'f'};\
        {'type':'reasoning.text','text':'b','id':'i','format':'g'} | \
        {'type':'reasoning.text','text':'ab','id':'i','format':'f'}
        # no type is a text; unknown types stay
        {'text':'a'};{'text':'b'};{'type':'reasoning.new','text':'c'};{'type':'reasoning.new','text':'d'} | \
        {'text':'ab'};{'type':'reasoning.new','text':'c'};{'type':'reasoning.new','text':'d'}
        """)
    void fragmentsOfAStreamAreJoined(String chunks, String expected) {
        var details = new ReasoningDetails();
        for (String chunk : chunks.strip().split(";")) {
            details.add(StrictJson.array(json(chunk)));
        }

        assertThat(details.json()).contains(json(expected.strip().replace(";", ",")));
    }

    @Test
    void ofAnAnswerThatIsTooLongNothingIsKept() {
        var details = new ReasoningDetails();
        String half = "x".repeat(ReasoningDetails.LIMIT / 2);
        details.add(StrictJson.array("[{\"text\":\"" + half + "\"}]"));
        boolean wasKept = details.isKept();
        details.add(StrictJson.array("[{\"text\":\"" + half + "\"}]"));

        assertThat(wasKept).isTrue();
        assertThat(details.isKept()).isFalse();
        assertThat(details.json()).isEmpty();
    }

    @Test
    void charactersAreCountedWithSixteenForEachField() {
        var details = ReasoningDetails.of(StrictJson.array("[{\"text\":\"abc\",\"index\":10}]"));

        assertThat(details.characters()).isEqualTo(2 * 16 + 5);
        assertThat(new ReasoningDetails().characters()).isZero();
    }

    @Test
    void whatIsDiscardedStaysSo() {
        var details = ReasoningDetails.of(StrictJson.array("[{\"text\":\"a\"}]"));

        details.discard();
        details.add(StrictJson.array("[{\"text\":\"b\"}]"));

        assertThat(details.isKept()).isFalse();
        assertThat(details.characters()).isZero();
        assertThat(details.json()).isEmpty();
    }

    @Test
    void anAnswerWithoutDetailsHasNone() {
        assertThat(new ReasoningDetails().json()).isEmpty();
        assertThat(ReasoningDetails.of(StrictJson.array("[]")).json()).isEmpty();
    }

    private static String json(String details) {
        return "[" + details.replace('\'', '"') + "]";
    }
}
