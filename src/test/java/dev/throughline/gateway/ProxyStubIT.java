package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/// The service in front of itself: its stub writes what a GLM server without parsers writes, over a real socket.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyStubIT {
    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @ParameterizedTest
    @MethodSource("forms")
    void rawMarkupBecomesReasoningAndACallAndComesBackInOneLoop(
            ProxyDialect client, String form, boolean isStream, boolean isSliced) throws Exception {
        TestRun stub = stub(form, isSliced);
        String model = backend.model((request, socket) -> forward(stub, request, socket));
        ProxiedRun run = ProxiedRun.open(service, form.endsWith("4.7") ? "glm-r" : "glm");
        String question = client.question(model, isStream);

        HttpResponse<String> first = run.post(client.path(), question);
        ProxyAnswer calling = read(client, isStream, first);
        HttpResponse<String> second = run.post(client.path(), client.result(question, calling, "Output."));
        ProxyAnswer ending = read(client, isStream, second);

        assertThat(first.body() + second.body()).doesNotContain("<think>", "</think>", "tool_call>", "arg_key");
        assertThat(calling.reasoning()).contains("[THINK-OAI-T1-");
        assertThat(calling.name()).isEqualTo("look");
        assertThat(ProxyDialect.object(calling.arguments()).path("q").asText()).startsWith("[TOOL_IN-OAI-T1-");
        assertThat(calling.finish()).isEqualTo("tool_calls");
        assertThat(ending.reasoning()).contains("[THINK-OAI-T");
        assertThat(ending.text()).contains("[CONTENT-OAI-T");
        assertThat(ending.finish()).isEqualTo("stop");
        assertThat(second.headers().firstValue("x-throughline-preservation")).contains("exact; turns=1");
        assertThat(status(run.run(), "THINK")).isEqualTo("PRESERVED");
        assertThat(status(stub, "THINK")).isEqualTo("PRESERVED");
        assertThat(status(stub, "TOOL_IN")).isEqualTo("PRESERVED");
        assertThat(run.exchange(1).path("anomalies")).isEmpty();
        assertThat(run.exchange(2).path("anomalies")).isEmpty();
    }

    private static String status(TestRun run, String capability) throws IOException, InterruptedException {
        JsonNode report = run.report();
        return report.at("/capabilities/" + capability + "/status").asText(report.toString());
    }

    private TestRun stub(String form, boolean isSliced) throws IOException, InterruptedException {
        List<Map<String, ?>> faults = isSliced ? List.of(Map.of("kind", "slice", "amount", 1)) : List.of();
        return TestRun.open(service, Map.of("output", form, "scenario", "tools", "seed", 7, "faults", faults));
    }

    private static ProxyAnswer read(ProxyDialect client, boolean isStream, HttpResponse<String> answer)
            throws IOException {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return isStream
                ? client.read(DialectHttpClient.frames(answer.body()))
                : client.read(DialectHttpClient.json(answer));
    }

    /// Asks the stub and passes every byte on as it comes.
    private void forward(TestRun stub, ReceivedRequest request, BackendSocket socket) throws IOException {
        try (var connection = new Socket(service.getHost(), service.getPort())) {
            String head =
                    "POST /r/" + stub.id() + request.target() + " HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
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

    static Stream<Arguments> forms() {
        return ProxyDialect.ALL.stream()
                .flatMap(client -> Stream.of("raw-glm-4.5", "raw-glm-4.7")
                        .flatMap(form -> Stream.of(
                                arguments(client, form, false, false),
                                arguments(client, form, true, false),
                                arguments(client, form, true, true))));
    }

    private static Arguments arguments(ProxyDialect client, String form, boolean isStream, boolean isSliced) {
        String kind = isStream ? isSliced ? "stream, a byte at a time" : "stream" : "whole";
        return argumentSet(client.backend() + " client, " + form + ", " + kind, client, form, isStream, isSliced);
    }
}
