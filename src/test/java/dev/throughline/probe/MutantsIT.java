package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.server.ChatWire;
import dev.throughline.harness.server.Wire;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.TestRun;
import dev.throughline.trace.Category;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Verdict;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

@Expensive(8)
@QuarkusTest
class MutantsIT {

    @TestHTTPResource("/")
    URI service;

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("dev.throughline.probe.AllMutants#references")
    void referenceClientPasses(Wire wire, String scenario) throws Exception {
        JsonNode report = drive(new Mutant("none", wire, scenario, Defect.none(), Verdict.PASS, Map.of()), 3);

        assertThat(report.path("verdict").asText()).as(report.toPrettyString()).isEqualTo("PASS");
        assertThat(outcomes(report)).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.throughline.probe.AllMutants#mutants")
    void mutantGetsExactlyItsOutcome(Mutant mutant) throws Exception {
        JsonNode report = drive(mutant, mutant.turns());

        assertThat(outcomes(report)).as(report.toPrettyString()).isEqualTo(mutant.outcomes());
        assertThat(report.path("verdict").asText())
                .as(report.toPrettyString())
                .isEqualTo(mutant.verdict().name());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.throughline.probe.AllMutants#wires")
    void compactionIsNotALossOfThinking(Wire wire) throws Exception {
        Defect compacting = Defect.in(history -> AllMutants.compacted(wire, history));
        JsonNode report = drive(new Mutant("compacts", wire, "tools", compacting, Verdict.INCONCLUSIVE, Map.of()), 2);

        assertThat(report.at("/capabilities/THINK/status").asText())
                .as(report.toPrettyString())
                .isNotEqualTo("BROKEN");
        assertThat(report.path("verdict").asText()).isEqualTo("INCONCLUSIVE");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.throughline.probe.AllMutants#wires")
    void answerSentBackTwiceIsDuplicated(Wire wire) throws Exception {
        JsonNode report = drive(
                new Mutant("duplicates", wire, "chat", Defect.in(AllMutants::doubled), Verdict.FAIL, Map.of()), 2);

        assertThat(outcomes(report).get(Category.THINK))
                .as(report.toPrettyString())
                .containsExactly(Outcome.DUPLICATED);
    }

    @Test
    void oneTurnAloneProvesNothing() throws Exception {
        JsonNode report =
                drive(new Mutant("one turn", new ChatWire(), "chat", Defect.none(), Verdict.INCONCLUSIVE, Map.of()), 1);

        assertThat(report.path("total").asInt()).isZero();
        assertThat(report.path("assessment").asText()).startsWith("INCONCLUSIVE:");
    }

    @Test
    void tokenOfAnotherRunIsLeakedAndNeverCounted() throws Exception {
        TestRun other = TestRun.open(service, Map.of("scenario", "chat"));
        new ReferenceClient(new HttpTransport(other.anthropicBase()), new ChatWire(), Defect.none()).turn("Hello");
        String stolen = other.get("/exchanges/1").at("/evidence/items/0/token").asText();
        TestRun run = TestRun.open(service, Map.of("scenario", "chat"));
        Defect leaking = Defect.in(history -> {
            history.insertObject(0).put("role", "user").put("content", "See " + stolen);
            return history;
        });
        var client = new ReferenceClient(new HttpTransport(run.anthropicBase()), new ChatWire(), leaking);
        client.turn("Hello");
        client.turn("And again?");

        JsonNode report = run.report();

        assertThat(stolen).startsWith("[THINK-OAI-");
        assertThat(report.toString()).as(report.toPrettyString()).contains("LEAKED");
        assertThat(report.path("missing").toString()).doesNotContain(stolen);
    }

    private JsonNode drive(Mutant mutant, int turns) throws Exception {
        TestRun run = TestRun.open(service, Map.of("scenario", mutant.scenario()));
        var transport = new HttpTransport(run.anthropicBase());
        ReferenceClient.drive(transport, mutant.wire(), mutant.scenario(), mutant.defect(), turns);
        return run.report();
    }

    /// Every outcome that is not as it should be, by category.
    private static Map<Category, Set<Outcome>> outcomes(JsonNode report) {
        Map<Category, Set<Outcome>> found = new EnumMap<>(Category.class);
        for (JsonNode item : report.path("items")) {
            Outcome outcome = Outcome.valueOf(item.path("outcome").asText());
            if (outcome != Outcome.EXACT && outcome != Outcome.REFERENCED && outcome != Outcome.NOT_DUE) {
                found.computeIfAbsent(
                                Category.valueOf(item.path("category").asText()), any -> EnumSet.noneOf(Outcome.class))
                        .add(outcome);
            }
        }
        return found;
    }
}
