package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.gateway.RoundTripPiece.Call;
import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ReceivedRequest;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/// One conversation whose model changes, through the proxy in front of stubs that obey the vendors of those models:
/// each request is accepted, and when a vendor returns its thoughts are home again.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class VendorWalkIT {
    private static final Map<String, String> WALK = walk();
    private static final List<RoundTripDialect> CLIENTS =
            List.of(new RoundTripChat(List.of("reasoning_content")), new RoundTripMessages(), new RoundTripResponses());

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    /// Vendors by the beginnings of their models' names, in the order of the walk.
    private static Map<String, String> walk() {
        Map<String, String> walk = new LinkedHashMap<>();
        walk.put("gpt-5.6", "openai:gpt-5.6");
        walk.put("claude-opus-5-5", "anthropic:opus-5.5");
        walk.put("glm-5.3", "zai:glm-5.3");
        walk.put("deepseek-v4", "deepseek:v4");
        return walk;
    }

    @ParameterizedTest
    @MethodSource("clients")
    void everyVendorAcceptsItAndGetsItsThoughtsBack(RoundTripDialect client, boolean isStream) throws Exception {
        assertWalk(client, isStream, WALK);
    }

    /// Both models have one backend, as with a change of the model in a session.
    @ParameterizedTest
    @MethodSource("clients")
    void aChangeBetweenTwoModelsOfAVendorIsAccepted(RoundTripDialect client, boolean isStream) throws Exception {
        Map<String, String> models = new LinkedHashMap<>();
        models.put("claude-opus-5-5", "anthropic");
        models.put("claude-opus-4-8", "anthropic");
        assertWalk(client, isStream, models);
    }

    static Stream<Arguments> clients() {
        return CLIENTS.stream()
                .flatMap(client -> Stream.of(true, false)
                        .map(isStream ->
                                argumentSet(client.path() + (isStream ? ", stream" : ", whole"), client, isStream)));
    }

    private void assertWalk(RoundTripDialect client, boolean isStream, Map<String, String> vendors) throws Exception {
        String suffix = "-walk-" + (client.path() + isStream + vendors.size()).replaceAll("[^a-z0-9]", "");
        Map<String, TestRun> stubs = new LinkedHashMap<>();
        Map<String, TestRun> byVendor = new LinkedHashMap<>();
        for (Map.Entry<String, String> one : vendors.entrySet()) {
            if (!byVendor.containsKey(one.getValue())) {
                byVendor.put(one.getValue(), TestRun.open(service, Map.of("vendor", one.getValue())));
            }
            TestRun stub = byVendor.get(one.getValue());
            stubs.put(one.getKey() + suffix, stub);
            backend.answer(one.getKey() + suffix, (request, socket) -> forward(stub, request, socket));
        }
        ArrayNode history = DialectHttpClient.JSON.createArrayNode();
        Set<String> proxied = new HashSet<>();
        for (int round = 0; round < 2; round++) {
            for (String model : stubs.keySet()) {
                proxied.add(turn(client, isStream, model, history));
            }
        }
        assertClientIsNotAccused(proxied);
        for (Map.Entry<String, TestRun> stub : byVendor.entrySet()) {
            JsonNode capabilities = stub.getValue().report().path("capabilities");
            assertThat(capabilities.at("/ACCEPTED/due").asInt()).isPositive();
            assertThat(capabilities.at("/ACCEPTED/outcomes").has("REFUSED"))
                    .as(stub.getKey() + ": " + capabilities)
                    .isFalse();
            assertHome(stub.getKey(), capabilities.path("THINK"));
        }
    }

    /// All thoughts that are due are there, each in its own answer.
    private static void assertHome(String vendor, JsonNode thoughts) {
        assertThat(thoughts.path("due").asInt()).isPositive();
        assertThat(thoughts.path("outcomes")).as(vendor + ": " + thoughts).isEmpty();
    }

    /// The client gave back all that it got, also in requests that carry calls of other models with the same
    /// arguments.
    private void assertClientIsNotAccused(Set<String> proxied) throws Exception {
        for (String run : proxied) {
            JsonNode report =
                    DialectHttpClient.json(new DialectHttpClient(service).get("/api/v1/runs/" + run + "/report"));
            assertThat(report.path("missing")).as(report.toString()).isEmpty();
        }
    }

    /// A question, a call with its result, and the answer.
    /// @return the run of the proxy
    private String turn(RoundTripDialect client, boolean isStream, String model, ArrayNode history) throws Exception {
        String run = "";
        history.add(client.question("I ask " + model));
        for (int step = 0; step < 2; step++) {
            String body = client.request(model, isStream, history).toString();
            HttpResponse<String> answer = new DialectHttpClient(service).post(client.path(), body);
            assertThat(answer.statusCode())
                    .as(() -> model + ": " + answer.body() + "\n" + backendGot(model))
                    .isEqualTo(200);
            assertThat(answer.body()).doesNotContain("\"error\":{");
            run = answer.headers().firstValue("x-throughline-run").orElseThrow();
            List<ObjectNode> kept = client.kept(answer, isStream);
            kept.forEach(history::add);
            List<Call> calls = RoundTripDialect.calls(client.read(kept));
            assertThat(calls).hasSize(1 - step);
            client.results(calls).forEach(history::add);
        }
        return run;
    }

    private String backendGot(String model) {
        try {
            String got = "";
            while (backend.waiting(model) > 0) {
                got = backend.take(model).text();
            }
            return got;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// Asks the stub and passes every byte on as it comes.
    private void forward(TestRun stub, ReceivedRequest request, BackendSocket socket) throws IOException {
        try (var connection = new Socket(service.getHost(), service.getPort())) {
            String head = "POST /r/" + stub.id() + request.target()
                    + " HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
                    + "content-type: application/json\r\ncontent-length: " + request.body().length + "\r\n\r\n";
            connection.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
            connection.getOutputStream().write(request.body());
            InputStream in = connection.getInputStream();
            var chunk = new byte[8_192];
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                socket.raw(Arrays.copyOf(chunk, count));
            }
        }
        socket.close();
    }
}
