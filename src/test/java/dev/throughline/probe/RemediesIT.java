package dev.throughline.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.server.AnthropicWire;
import dev.throughline.harness.server.ChatWire;
import dev.throughline.harness.server.ResponsesWire;
import dev.throughline.harness.server.Wire;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class RemediesIT {
    private static final Map<String, String> FIELDS = Map.of(
            "openai-chat", "Send `reasoning_content` back in `/messages/1` of request 2, unchanged,",
            "anthropic", "Send `thinking` back in `/messages/1` of request 2, unchanged,",
            "responses", "Send `reasoning` back in `/input/1` of request 2, unchanged,");

    @TestHTTPResource("/")
    URI service;

    @ParameterizedTest(name = "{0}")
    @MethodSource("dev.throughline.probe.AllMutants#wires")
    void theRemedyOfAProgramWhoseLibraryKeepsReasoningIsTheFieldAndTheMessageToSend(Wire wire) throws Exception {
        String library = "library-of-" + dialect(wire);
        drive(wire, library, "1.2.0", Defect.none());

        JsonNode remedy =
                drive(wire, library, "1.2.0", Defect.in(RemediesIT::forget)).at("/remedies/0");

        assertThat(remedy.path("kind").asText()).isEqualTo("REQUEST");
        assertThat(remedy.path("text").asText())
                .startsWith(library + " 1.2.0 was measured to keep ")
                .contains(" in tools (" + dialect(wire), FIELDS.get(dialect(wire)));
    }

    @Test
    void theRemedyOfAnUndeclaredClientIsTheFieldAndTheMessageToSend() throws Exception {
        TestRun run = TestRun.open(service, Map.of("scenario", "tools"));

        JsonNode remedy =
                turns(run, new ChatWire(), Defect.in(RemediesIT::forget)).at("/remedies/0");

        assertThat(remedy.path("text").asText())
                .startsWith(FIELDS.get("openai-chat"))
                .endsWith(" as exchange 1 issued it: the request has the answer without it.");
        assertThat(remedy.path("code").asText())
                .isEqualTo("{\"role\": \"assistant\", \"reasoning_content\": …, \"content\": …, \"tool_calls\": …}");
    }

    /// A version that was not measured: those near it keep it.
    @Test
    void theRemedyOfAnOwnProgramOnALibraryHasItsLines() throws Exception {
        for (String version : new String[] {"7.0.0", "7.2.0"}) {
            drive(new ChatWire(), "openai-node", version, Defect.none());
        }
        JsonNode report = drive(new ChatWire(), "openai-node", "7.1.0", Defect.in(RemediesIT::forget));

        assertThat(report.at("/remedies/0/kind").asText()).isEqualTo("REQUEST");
        assertThat(report.at("/remedies/0/text").asText()).contains(FIELDS.get("openai-chat"));
        assertThat(report.at("/remedies/0/code").asText().lines())
                .hasSize(4)
                .first()
                .isEqualTo("messages.push(completion.choices[0].message) // whole");
        assertThat(report.path("remedies").findValuesAsText("kind")).doesNotContain("VERSION", "VARIANT");
    }

    /// A sealed run of an own program counts as a measurement of its library.
    @Test
    void theFieldToSendStaysTheFirstRemedyOfAnOwnProgramWhoseEarlierRunLostItToo() throws Exception {
        for (String version : new String[] {"8.0.0", "8.2.0"}) {
            drive(new ChatWire(), "openai-node", version, Defect.none());
        }
        drive(new ChatWire(), "openai-node", "8.1.0", Defect.in(RemediesIT::forget));
        JsonNode report = drive(new ChatWire(), "openai-node", "8.1.0", Defect.in(RemediesIT::forget));

        assertThat(report.path("remedies").findValuesAsText("kind")).startsWith("REQUEST", "VERSION");
        assertThat(report.at("/remedies/0/text").asText())
                .startsWith("OpenAI for JavaScript 8.")
                .contains(", a version near 8.1.0", FIELDS.get("openai-chat"));
    }

    @Test
    void theNearestMeasuredVersionOfTheLineThatKeepsItIsARemedyWithoutADate() throws Exception {
        Wire wire = new ChatWire();
        for (String version : new String[] {"1.4.0", "1.3.0", "2.0.0"}) {
            drive(wire, "lossy-client", version, Defect.none());
        }
        JsonNode report = drive(wire, "lossy-client", "1.2.0", Defect.in(RemediesIT::forget));

        assertThat(report.at("/remedies/0/text").asText())
                .startsWith("lossy-client 1.3.0 was measured to keep reasoning in tools (openai-chat")
                .endsWith(": update to it.");
        assertThat(TestHttpClient.underTest()
                        .get("/api/v1/can-i-use?client=lossy-client@1.2.0")
                        .json()
                        .path("notices")
                        .toString())
                .contains("REMEDY", "lossy-client 1.3.0 was measured to keep reasoning in tools");
    }

    private JsonNode drive(Wire wire, String client, String version, Defect defect) throws Exception {
        TestRun run = TestRun.open(
                service, Map.of("scenario", "tools", "client", Map.of("name", client, "version", version)));
        JsonNode report = turns(run, wire, defect);
        run.seal();
        return report;
    }

    private static JsonNode turns(TestRun run, Wire wire, Defect defect) throws Exception {
        var client = new ReferenceClient(new HttpTransport(run.anthropicBase()), wire, defect);
        client.turn("This is turn 1.");
        client.turn("This is turn 2.");
        return run.report();
    }

    private static String dialect(Wire wire) {
        return switch (wire) {
            case ChatWire _ -> "openai-chat";
            case AnthropicWire _ -> "anthropic";
            case ResponsesWire _ -> "responses";
        };
    }

    /// Drops all reasoning, in any dialect.
    private static ArrayNode forget(ArrayNode history) {
        for (int i = history.size() - 1; i >= 0; i--) {
            var message = (ObjectNode) history.get(i);
            message.remove("reasoning_content");
            if (message.path("type").asText().equals("reasoning")) {
                history.remove(i);
            }
            if (message.path("content") instanceof ArrayNode content) {
                for (int j = content.size() - 1; j >= 0; j--) {
                    if (content.get(j).path("type").asText().equals("thinking")) {
                        content.remove(j);
                    }
                }
            }
        }
        return history;
    }
}
