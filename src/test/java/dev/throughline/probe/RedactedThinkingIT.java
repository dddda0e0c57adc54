package dev.throughline.probe;

import dev.throughline.harness.server.AnthropicWire;
import dev.throughline.stub.StubSettings;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Verdict;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Blocks that only their provider can read must come back like all others.
class RedactedThinkingIT {

    @Test
    void comesBackUnchanged() throws Exception {
        assertThat(drive(Defect.none()).verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void isMissedWhenItIsDropped() throws Exception {
        assertThat(outcomes(drive(Edits.without(Edits.type("redacted_thinking")))))
                .containsExactly(Outcome.PARTIAL);
    }

    @Test
    void isCaughtWhenItIsAltered() throws Exception {
        Defect altering = Edits.each(
                Edits.type("redacted_thinking"), block -> Edits.text(block, "data", data -> "A" + data.substring(1)));

        assertThat(outcomes(drive(altering))).containsExactly(Outcome.MODIFIED);
    }

    private static Set<Outcome> outcomes(RunVerdict verdict) {
        assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo(Verdict.FAIL);
        return verdict.capabilities().get(Capability.THINK).outcomes().keySet();
    }

    InProcessService service(StubSettings settings) {
        return new InProcessService(settings, ThinkingPolicy.PRESERVED);
    }

    private RunVerdict drive(Defect defect) throws Exception {
        StubSettings plain = InProcessService.settings("tools");
        var redacted = new StubSettings(
                plain.scenario(),
                plain.output(),
                plain.reasoningField(),
                plain.tokens(),
                plain.pace(),
                true,
                plain.faults(),
                plain.seed(),
                Optional.empty());
        InProcessService service = service(redacted);
        var client = new ReferenceClient(service, new AnthropicWire(), defect);
        client.turn("One.");
        client.turn("Two.");
        return service.verdict();
    }
}
