package dev.throughline.gateway.proxy;

import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamGrammar;
import dev.throughline.trace.BlockSigner;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReasoningSigningTest {
    private static final BlockSigner SIGNER = new BlockSigner(new byte[32]);
    private static final StreamEvent START = new Start("m");
    private static final StreamEvent END = new Finish(FinishReason.STOP);

    @Test
    void signsEachBlockWhereItEnds() {
        assertThat(signed(START, thinks("a"), thinks("b"), says("c"), thinks("d"), call(), new ToolCallEnd(0), END))
                .containsExactly(
                        START,
                        thinks("a"),
                        thinks("b"),
                        proof(0),
                        says("c"),
                        thinks("d"),
                        proof(1),
                        call(),
                        new ToolCallEnd(0),
                        END);
    }

    @Test
    void signsABlockThatEndsTheAnswer() {
        assertThat(signed(START, thinks("a"), END)).containsExactly(START, thinks("a"), proof(0), END);
    }

    @Test
    void takesThePlaceOfAnEmptyProof() {
        assertThat(signed(START, thinks("a"), new ReasoningSignature(""), thinks("b"), END))
                .containsExactly(START, thinks("a"), proof(0), thinks("b"), proof(1), END);
    }

    @Test
    void leavesTheProofOfTheBackend() {
        var own = new ReasoningSignature("c2ln");
        assertThat(signed(START, thinks("a"), own, says("b"), END))
                .containsExactly(START, thinks("a"), own, says("b"), END);
    }

    @Test
    void doesNotSignWhiteSpaceNorWhatAFailureCutOff() {
        StreamEvent failure = Failure.of(FailureKind.BACKEND, "gone");
        assertThat(signed(START, thinks(" \n"), says("b"), END)).containsExactly(START, thinks(" \n"), says("b"), END);
        assertThat(signed(START, thinks("a"), failure)).containsExactly(START, thinks("a"), failure);
    }

    private static List<StreamEvent> signed(StreamEvent... events) {
        List<StreamEvent> out = new ArrayList<>();
        int[] count = {0};
        var signing = new ReasoningSigning(() -> SIGNER.sign("k1", count[0]++), () -> false, out::add);
        List.of(events).forEach(signing::on);
        var grammar = new StreamGrammar();
        assertThat(out).allSatisfy(event -> assertThat(grammar.objection(event)).isEmpty());
        return out;
    }

    private static StreamEvent thinks(String text) {
        return new ReasoningDelta(text);
    }

    private static StreamEvent says(String text) {
        return new TextDelta(text);
    }

    private static StreamEvent call() {
        return new ToolCallStart(0, "c1", "look");
    }

    private static StreamEvent proof(int block) {
        return new ReasoningSignature(SIGNER.sign("k1", block));
    }
}
