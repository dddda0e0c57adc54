package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.server.Wire;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The probes through this service as a proxy with its default settings: judged by what reached the stub
/// behind it.
@Expensive(8)
@QuarkusTest
class MutantsThroughProxyIT {

    /// Defects in what a chat backend has a place for; the order of blocks and signatures do not reach it.
    private static final Set<String> DUE_EVERYWHERE = Set.of(
            "strips reasoning",
            "keeps only the last reasoning",
            "mints new tool ids",
            "adds a field to the input",
            "adds a field to arguments",
            "begins a new session");

    @TestHTTPResource("/")
    URI service;

    static Stream<Arguments> references() {
        return AllMutants.wires()
                .flatMap(wire -> Stream.of("native", "raw-glm-4.5")
                        .flatMap(output -> Stream.of("chat", "tools", "parallel")
                                .map(scenario -> Arguments.of(wire, scenario, output))));
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("references")
    void referenceClientPassesThroughTheProxy(Wire wire, String scenario, String output) throws Exception {
        JsonNode report = drive(wire, scenario, output, Defect.none());

        assertThat(report.path("verdict").asText()).as(report.toPrettyString()).isEqualTo("PASS");
    }

    static Stream<Mutant> mutants() {
        return AllMutants.mutants().filter(mutant -> DUE_EVERYWHERE.contains(mutant.name()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mutants")
    void mutantIsCaughtThroughTheProxy(Mutant mutant) throws Exception {
        JsonNode report = drive(mutant.wire(), mutant.scenario(), "native", mutant.defect());

        assertThat(report.path("verdict").asText())
                .as(report.toPrettyString())
                .isEqualTo(mutant.verdict().name());
    }

    private JsonNode drive(Wire wire, String scenario, String output, Defect defect) throws Exception {
        TestRun stub = TestRun.open(service, Map.of("scenario", scenario, "output", output));
        TestRun proxy = TestRun.open(service, Map.of("mode", "proxy", "backend", "run:" + stub.id()));
        var client = new ReferenceClient(new HttpTransport(proxy.anthropicBase()), wire, defect);
        for (int turn = 1; turn <= 2; turn++) {
            client.turn("This is turn " + turn + ".");
        }
        return stub.report();
    }
}
