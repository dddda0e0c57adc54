package dev.throughline.probe;

import dev.throughline.harness.server.ChatWire;
import dev.throughline.harness.server.Wire;
import dev.throughline.trace.Category;
import dev.throughline.trace.ThinkingPolicy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.ItemVerdict;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.RunVerdict;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.io.IOException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The same claims as over HTTP, on the domain alone: fast, and without a database.
class InProcessMutantsIT {

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("dev.throughline.probe.AllMutants#references")
    void referenceClientPasses(Wire wire, String scenario) throws Exception {
        RunVerdict verdict = drive(wire, scenario, Defect.none(), 3);

        assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo(Verdict.PASS);
        assertThat(outcomes(verdict)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.throughline.probe.AllMutants#mutants")
    void mutantGetsExactlyItsOutcome(Mutant mutant) throws Exception {
        RunVerdict verdict = drive(mutant.wire(), mutant.scenario(), mutant.defect(), mutant.turns());

        assertThat(outcomes(verdict)).as(verdict.toString()).isEqualTo(mutant.outcomes());
        assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo(mutant.verdict());
    }

    /// What a scenario is for: no other one shows its defects.
    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.throughline.probe.AllMutants#hidden")
    void aDefectOfAnotherScenarioDoesNotShowInTools(Mutant mutant) throws Exception {
        RunVerdict verdict = drive(mutant.wire(), "tools", mutant.defect(), mutant.turns());

        assertThat(verdict.verdict()).as(verdict.toString()).isEqualTo(Verdict.PASS);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.throughline.probe.AllMutants#wires")
    void compactionIsNotALossOfThinking(Wire wire) throws Exception {
        RunVerdict verdict = drive(wire, "tools", Defect.in(history -> AllMutants.compacted(wire, history)), 2);

        assertThat(verdict.capabilities().get(Capability.THINK).status())
                .as(verdict.toString())
                .isEqualTo(Status.INCONCLUSIVE);
        assertThat(verdict.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.throughline.probe.AllMutants#wires")
    void answerSentBackTwiceIsDuplicated(Wire wire) throws Exception {
        RunVerdict verdict = drive(wire, "chat", Defect.in(AllMutants::doubled), 2);

        assertThat(outcomes(verdict).get(Category.THINK)).as(verdict.toString()).containsExactly(Outcome.DUPLICATED);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"steps", "switch", "abort"})
    void aRunThatDidNotDoWhatItsScenarioAsksForProvesNothing(String scenario) throws Exception {
        InProcessService service = service(scenario);
        Transport withoutTools = (wire, request) -> service.post(wire, request.without(List.of("tools")));
        var client = new ReferenceClient(withoutTools, new ChatWire(), Defect.none());
        client.turn("One.");
        client.turn("Two.");

        RunVerdict verdict = service.verdict();

        assertThat(outcomes(verdict)).isEmpty();
        assertThat(verdict.capabilities().get(Capability.THINK).status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(verdict.assessment()).startsWith("INCONCLUSIVE: the scenario was not exercised: ");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"interleaved", "ends"})
    void aRunThatEndsAtACallProvesNothing(String scenario) throws Exception {
        InProcessService service = service(scenario);
        var most = new AtomicInteger(Integer.MAX_VALUE);
        Transport leaving = (wire, request) -> {
            if (service.exchanges().size() >= most.get()) {
                throw new IOException("left");
            }
            return service.post(wire, request);
        };
        var client = new ReferenceClient(leaving, new ChatWire(), Defect.none());
        client.turn("One.");
        assertThat(service.verdict().verdict()).isNotEqualTo(Verdict.FAIL);
        most.set(service.exchanges().size() + 1);
        assertThatThrownBy(() -> client.turn("Two.")).hasMessageContaining("left");

        RunVerdict verdict = service.verdict();

        assertThat(verdict.capabilities().get(Capability.THINK).status()).isEqualTo(Status.INCONCLUSIVE);
        assertThat(verdict.assessment())
                .startsWith("INCONCLUSIVE: the scenario was not exercised: no request brought the result of the last"
                        + " call");
    }

    InProcessService service(String scenario) {
        return new InProcessService(InProcessService.settings(scenario), ThinkingPolicy.PRESERVED);
    }

    RunVerdict drive(Wire wire, String scenario, Defect defect, int turns) throws Exception {
        InProcessService service = service(scenario);
        ReferenceClient.drive(service, wire, scenario, defect, turns);
        assertThat(service.verdict()).isEqualTo(service.verdict());
        return service.verdict();
    }

    private static Map<Category, Set<Outcome>> outcomes(RunVerdict verdict) {
        Map<Category, Set<Outcome>> found = new EnumMap<>(Category.class);
        for (ItemVerdict item : verdict.items()) {
            switch (item.outcome()) {
                case EXACT, REFERENCED, NOT_DUE -> {}
                case TRIMMED,
                        MODIFIED,
                        TRUNCATED,
                        MOVED,
                        RENAMED,
                        SHADOWED,
                        REORDERED,
                        PARTIAL,
                        SIGNATURE_LOST,
                        SIGNATURE_ALTERED,
                        DUPLICATED,
                        MISSING,
                        TURN_ABSENT,
                        LEAKED,
                        REFUSED,
                        SILENTLY_DROPPED ->
                    found.computeIfAbsent(item.category(), any -> EnumSet.noneOf(Outcome.class))
                            .add(item.outcome());
            }
        }
        return found;
    }
}
