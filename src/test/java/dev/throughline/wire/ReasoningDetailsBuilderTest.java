package dev.throughline.wire;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.ReasoningDetailsBuilder.Origin;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What a chat client gets of another dialect's reasoning, and what the record keeps of it. `'` stands for `"` in
/// JSON.
class ReasoningDetailsBuilderTest {
    private static final List<StreamEvent> INTERLEAVED = List.of(
            new ReasoningDelta("On"),
            new ReasoningDelta("e"),
            new ReasoningSignature("p"),
            new RedactedReasoning("d"),
            new TextDelta("He"),
            new TextDelta("llo"),
            new ToolCallStart(0, "c", "f"),
            new ToolCallArgs(0, "{}"),
            new ToolCallEnd(0),
            new ReasoningDelta("Two"),
            new ReasoningSignature("q"),
            new ToolCallStart(1, "e", "f"),
            new ToolCallEnd(1));

    @Test
    void aProofOfAnthropicIsTheSignatureOfItsText() {
        var details = new ReasoningDetailsBuilder(ReasoningFormat.ANTHROPIC, false);

        INTERLEAVED.forEach(details::on);

        assertThat(details.sent()).contains(json("""
                [{'type':'reasoning.text','text':'One','format':'anthropic-claude-v1','index':0,'signature':'p'},\
                {'type':'reasoning.encrypted','data':'d','format':'anthropic-claude-v1','index':1},\
                {'type':'reasoning.text','text':'Two','format':'anthropic-claude-v1','index':4,'signature':'q'}]"""));
    }

    @Test
    void theRecordKnowsWhatComesBeforeEach() {
        var details = new ReasoningDetailsBuilder(ReasoningFormat.ANTHROPIC, true);

        INTERLEAVED.forEach(details::on);

        assertThat(StrictJson.array(details.issued().json().orElseThrow()).findValues("after"))
                .extracting(Object::toString)
                .containsExactly(
                        json("{'characters':0,'calls':0}"),
                        json("{'characters':0,'calls':0}"),
                        json("{'characters':5,'calls':1}"));
    }

    @Test
    void aStreamGetsFragmentsThatTheirPositionJoins() {
        var details = new ReasoningDetailsBuilder(ReasoningFormat.ANTHROPIC, true);
        List<String> fragments = new ArrayList<>();

        for (StreamEvent event : INTERLEAVED.subList(0, 5)) {
            details.on(event);
            fragments.add(details.take().toString());
        }

        assertThat(fragments)
                .containsExactly(
                        json("[{'type':'reasoning.text','text':'On','format':'anthropic-claude-v1','index':0}]"),
                        json("[{'type':'reasoning.text','text':'e','format':'anthropic-claude-v1','index':0}]"),
                        json("[{'type':'reasoning.text','signature':'p','format':'anthropic-claude-v1','index':0}]"),
                        json("[{'type':'reasoning.encrypted','data':'d','format':'anthropic-claude-v1','index':1}]"),
                        "[]");
    }

    @Test
    void aProofOfResponsesIsADetailWithTheIdOfItsItem() {
        var details = new ReasoningDetailsBuilder(ReasoningFormat.RESPONSES, false);

        details.from(new Origin(true, "rs_1", 0));
        details.on(new ReasoningDelta("One"));
        details.from(new Origin(true, "rs_1", 1));
        details.on(new ReasoningDelta("Two"));
        details.on(new ReasoningSignature("p"));
        details.from(new Origin(false, "rs_2", 0));
        details.on(new ReasoningDelta("Three"));

        assertThat(details.sent()).contains(json("""
                [{'type':'reasoning.summary','summary':'One','id':'rs_1','format':'openai-responses-v1','index':0},\
                {'type':'reasoning.summary','summary':'Two','id':'rs_1','format':'openai-responses-v1','index':1},\
                {'type':'reasoning.encrypted','data':'p','id':'rs_1','format':'openai-responses-v1','index':2},\
                {'type':'reasoning.text','text':'Three','id':'rs_2','format':'openai-responses-v1','index':3}]"""));
    }

    @Test
    void anAnswerWithoutReasoningHasNone() {
        var details = new ReasoningDetailsBuilder(ReasoningFormat.ANTHROPIC, true);

        details.on(new TextDelta("Hello"));

        assertThat(details.take()).isEmpty();
        assertThat(details.sent()).isEmpty();
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
