package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.gateway.RoundTripPiece.Call;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/// A client that gives back what it got is never refused: not by a vendor's stub, and not by one behind the proxy,
/// which knows what vendor that is.
@Expensive(16)
@QuarkusTest
class VendorRunProxyIT {
    private static final List<RoundTripDialect> CLIENTS =
            List.of(new RoundTripChat(List.of("reasoning_content")), new RoundTripMessages(), new RoundTripResponses());

    /// Vendors with a model of theirs.
    private static final Map<String, String> VENDORS = Map.of(
            "anthropic:opus-5.5", "claude-opus-5-5",
            "anthropic:4.5", "claude-sonnet-4-5",
            "openai:gpt-5.6", "gpt-5.6",
            "deepseek:v4", "deepseek-v4",
            "moonshot:k3", "kimi-k3",
            "mistral", "mistral-large",
            "groq", "openai/gpt-oss-120b",
            "vllm", "qwen3");

    private static final int MOST_STEPS = 6;

    @TestHTTPResource("/")
    URI service;

    static Stream<Arguments> throughTheProxy() {
        return VENDORS.keySet().stream()
                .sorted()
                .flatMap(vendor -> CLIENTS.stream()
                        .flatMap(client -> Stream.of("tools", "interleaved", "ends")
                                .map(scenario -> argumentSet(
                                        client.path() + " to " + vendor + ", " + scenario, client, vendor, scenario))));
    }

    @ParameterizedTest
    @MethodSource
    void throughTheProxy(RoundTripDialect client, String vendor, String scenario) throws Exception {
        TestRun stub = TestRun.open(service, Map.of("vendor", vendor, "scenario", scenario));
        TestRun proxy = TestRun.open(service, Map.of("mode", "proxy", "backend", "run:" + stub.id()));

        converse(client, proxy, VENDORS.getOrDefault(vendor, ""), !scenario.equals("interleaved"));

        assertThat(proxy.get("").path("backend").asText()).isEqualTo("run:" + stub.id() + "@" + vendor);
        assertAccepted(stub, vendor);
        assertThat(stub.report().at("/capabilities/THINK/outcomes").has("MISSING"))
                .as(stub.report().at("/capabilities/THINK").toString())
                .isFalse();
    }

    static Stream<Arguments> directly() {
        return Stream.of("deepseek:v4", "moonshot:k3")
                .flatMap(vendor -> CLIENTS.stream()
                        .filter(client -> vendor.startsWith("deepseek") || !(client instanceof RoundTripResponses))
                        .map(client -> argumentSet(client.path() + " to " + vendor, client, vendor)));
    }

    /// These refuse a call that comes back without the thought that they gave with it.
    @ParameterizedTest
    @MethodSource
    void directly(RoundTripDialect client, String vendor) throws Exception {
        TestRun stub = TestRun.open(service, Map.of("vendor", vendor, "scenario", "ends"));

        converse(client, stub, VENDORS.getOrDefault(vendor, ""), true);

        assertAccepted(stub, vendor);
    }

    private static void assertAccepted(TestRun stub, String vendor) throws Exception {
        JsonNode accepted = stub.report().at("/capabilities/ACCEPTED");
        assertThat(accepted.path("due").asInt()).isGreaterThan(2);
        assertThat(accepted.path("outcomes")).as(vendor + ": " + accepted).isEmpty();
    }

    /// Two questions, each with the calls that the stub asks for.
    private void converse(RoundTripDialect client, TestRun run, String model, boolean isStream) throws Exception {
        ArrayNode history = DialectHttpClient.JSON.createArrayNode();
        for (int turn = 0; turn < 2; turn++) {
            history.add(client.question("Question " + turn));
            int calls = 1;
            for (int step = 0; calls > 0 && step < MOST_STEPS; step++) {
                calls = step(client, run, client.request(model, isStream, history), isStream, history);
            }
            assertThat(calls).isZero();
        }
    }

    private int step(RoundTripDialect client, TestRun run, ObjectNode request, boolean isStream, ArrayNode history)
            throws Exception {
        HttpResponse<String> answer =
                new DialectHttpClient(service).post("/r/" + run.id() + client.path(), request.toString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).doesNotContain("\"error\":{");
        List<ObjectNode> kept = client.kept(answer, isStream);
        kept.forEach(history::add);
        List<Call> calls = RoundTripDialect.calls(client.read(kept));
        client.results(calls).forEach(history::add);
        return calls.size();
    }
}
