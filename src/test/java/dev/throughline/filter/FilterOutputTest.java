package dev.throughline.filter;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.TextDelta;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FilterOutputTest {
    private static final ReasoningSignature PROOF = new ReasoningSignature("proof");

    private final List<StreamEvent> sent = new ArrayList<>();
    private final FilterOutput output = new FilterOutput();

    @Test
    void whatPassesUnchangedIsTheSameEvent() {
        var text = new TextDelta("some text");
        output.begin(text, sent::add);
        output.text(text.text());
        var reasoning = new ReasoningDelta("a thought");
        output.begin(reasoning, sent::add);
        output.reasoning(reasoning.text());

        assertThat(sent).hasSize(2);
        assertThat(sent.getFirst()).isSameAs(text);
        assertThat(sent.getLast()).isSameAs(reasoning);
    }

    @Test
    void anotherTextOrKindIsANewEvent() {
        var text = new TextDelta("some text");
        output.begin(text, sent::add);
        output.text("some");
        output.reasoning(text.text());
        output.begin(new ReasoningDelta("a thought"), sent::add);
        output.text("a thought");
        output.reasoning("thought");

        assertThat(sent)
                .containsExactly(
                        new TextDelta("some"),
                        new ReasoningDelta("some text"),
                        new TextDelta("a thought"),
                        new ReasoningDelta("thought"));
    }

    @Test
    void aProofFollowsReasoning() {
        output.begin(PROOF, sent::add);
        output.proof(PROOF);
        output.reasoning("a thought");
        output.proof(PROOF);
        output.text("some text");
        output.proof(PROOF);

        assertThat(sent)
                .containsExactly(
                        new ReasoningDelta(""),
                        PROOF,
                        new ReasoningDelta("a thought"),
                        PROOF,
                        new TextDelta("some text"),
                        new ReasoningDelta(""),
                        PROOF);
    }
}
