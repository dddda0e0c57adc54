package dev.throughline.containers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.harness.server.Wire;
import dev.throughline.load.RecordAudit;
import dev.throughline.load.StreamLoad;
import dev.throughline.load.StreamedAnswer;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The service on a PostgreSQL in a container, which is another version than the embedded one.
@QuarkusTest
@TestProfile(ContainedPostgresIT.OnContainer.class)
@Timeout(120)
class ContainedPostgresIT {
    private static final int STREAMS = 50;

    @TestHTTPResource("/")
    URI service;

    Postgres postgres;

    public static final class OnContainer implements QuarkusTestProfile {
        @Override
        public List<TestResourceEntry> testResources() {
            return List.of(new TestResourceEntry(ContainedPostgres.class));
        }

        @Override
        public boolean disableGlobalTestResources() {
            return true;
        }
    }

    static Stream<Arguments> talks() {
        return ReferenceConversation.DIALECTS.stream()
                .flatMap(dialect -> Stream.of("tools", "interleaved").map(scenario -> Arguments.of(dialect, scenario)));
    }

    private URI root() {
        return URI.create("http://127.0.0.1:" + service.getPort());
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("talks")
    void aConversationIsFollowedToItsVerdict(Wire dialect, String scenario) throws Exception {
        ReferenceConversation talk = ReferenceConversation.begin(root(), dialect, Map.of("scenario", scenario))
                .turns(3);

        JsonNode report = talk.report();

        assertThat(report.path("verdict").asText()).as(report.toPrettyString()).isEqualTo("PASS");
        assertThat(postgres.faultDatabase().exchanges(talk.run().id()).values())
                .isNotEmpty()
                .allSatisfy(kept -> assertThat(kept.outcome()).isEqualTo("COMPLETED"));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void aReportComesInEveryFormat(String format, String part) throws Exception {
        TestRun run = ReferenceConversation.begin(
                        root(), ReferenceConversation.DIALECTS.getFirst(), Map.of("scenario", "chat"))
                .turns(2)
                .run();

        assertThat(run.text("/report?format=" + format)).contains(part);
    }

    static Stream<Arguments> formats() {
        return Stream.of(
                Arguments.of("text", "VERDICT: PASS"),
                Arguments.of("json", "\"verdict\""),
                Arguments.of("junit", "<testsuite"),
                Arguments.of("sarif", "\"2.1.0\""),
                Arguments.of("html", "<!DOCTYPE html>"));
    }

    @Test
    void aSealedRunIsACellOfTheMatrix() throws Exception {
        JsonNode cell = MatrixCells.cell(root(), "contained-client");

        assertThat(cell.path("status").asText()).as(cell.toPrettyString()).isEqualTo("PRESERVED");
        assertThat(cell.at("/client/version").asText()).isEqualTo("1.2.3");
    }

    @Test
    void allStreamsSurviveARestartOfTheContainer() throws Exception {
        String run = TestRun.open(root(), Map.of("scenario", "long", "tokens", 150, "pace", 30))
                .id();
        StreamLoad streamLoad = StreamLoad.once(root(), run, STREAMS);
        postgres.faultDatabase().awaitExchanges(run, STREAMS);
        StreamLoad.pause(1_000);

        ContainerEngine.stop(postgres, 10);
        ContainerEngine.start(postgres);
        postgres.awaitAnswer();
        List<StreamedAnswer> heard = streamLoad.await(60);

        RecordAudit recordAudit = RecordAudit.of(heard, postgres.faultDatabase().settled(run, 10), Set.of());
        assertThat(recordAudit.broken()).isEmpty();
        assertThat(heard).hasSize(STREAMS).allMatch(StreamedAnswer::isDone);
    }
}
