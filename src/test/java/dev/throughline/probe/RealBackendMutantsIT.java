package dev.throughline.probe;

import dev.throughline.harness.server.Wire;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The same claims about the answers of a real backend, whose items have no trace tokens.
class RealBackendMutantsIT extends InProcessMutantsIT {
    @Override
    InProcessService service(String scenario) {
        return InProcessService.real(InProcessService.settings(scenario), ThinkingPolicy.PRESERVED);
    }

    /// A model may say in its text what it thought, so that only a trace token shows a copy of a thought.
    @Override
    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.throughline.probe.AllMutants#mutants")
    void mutantGetsExactlyItsOutcome(Mutant mutant) throws Exception {
        boolean isCopy = mutant.name().equals("copies reasoning into a content part");
        super.mutantGetsExactlyItsOutcome(
                isCopy
                        ? new Mutant(
                                mutant.name(),
                                mutant.wire(),
                                mutant.scenario(),
                                mutant.defect(),
                                Verdict.PASS,
                                Map.of())
                        : mutant);
    }

    /// Nothing in a summary says whose it is: the conversation begins anew.
    @Override
    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.throughline.probe.AllMutants#wires")
    void compactionIsNotALossOfThinking(Wire wire) throws Exception {
        RunVerdict verdict = drive(wire, "tools", Defect.in(history -> AllMutants.compacted(wire, history)), 2);
        assertThat(verdict.capabilities().get(Capability.THINK).acrossTurns())
                .as(verdict.toString())
                .isEqualTo(Status.NOT_EXERCISED);
        assertThat(verdict.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }
}
