package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.gateway.admission.GatewayMemory;
import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A long stream of Responses: the events that repeat its text match its deltas; what that takes of the memory is
/// counted, and a longer one ends with an error that says so.
@Expensive(13)
@QuarkusTest
@TestProfile(ProxyProfile.class)
@Timeout(90)
class LongResponsesIT {
    private static final int MIB = 1024 * 1024;
    private static final int LONG = 5_000;

    @TestHTTPResource("/")
    URI service;

    @Inject
    GatewayMemory memory;

    ScriptedBackend backend;

    @Test
    void theEndOfALongAnswerRepeatsIt() throws Exception {
        String model = backend.model((_, socket) -> {
            socket.stream();
            speak(socket, "reasoning_content", MIB);
            speak(socket, "content", 2 * MIB);
            socket.chunk(frame("{}", "\"stop\"") + "data: [DONE]\n\n").end();
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");

        Heard heard = hear(run, model);

        assertThat(heard.terminal).isEqualTo("response.completed");
        assertThat(heard.deltas.get("response.output_text.delta").length()).isGreaterThan(2 * MIB);
        heard.assertRepeated("response.reasoning_summary_text.delta", 6);
        heard.assertRepeated("response.output_text.delta", 4);
        assertThat(heard.mostHeld).isGreaterThan(3L * MIB);
        assertThat(run.outcome()).isEqualTo("COMPLETED");
    }

    @Test
    void theArgumentsOfALongCallAreRepeated() throws Exception {
        String model = backend.model((_, socket) -> {
            socket.stream();
            socket.chunk(call("\"id\":\"call_1\",", "\"name\":\"f\",", "{\\\"a\\\":\\\""));
            for (int i = 0; i < 200; i++) {
                socket.chunk(call("", "", "é🌧x".repeat(4_000)));
            }
            socket.chunk(call("", "", "\\\"}"));
            socket.chunk(frame("{}", "\"tool_calls\"") + "data: [DONE]\n\n").end();
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");

        Heard heard = hear(run, model);

        assertThat(heard.terminal).isEqualTo("response.completed");
        String arguments =
                heard.deltas.get("response.function_call_arguments.delta").toString();
        assertThat(arguments.length()).isGreaterThan(200 * 16_000);
        assertThat(heard.repeated).containsExactly(arguments, arguments, arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {"content", "reasoning_content"})
    void aLongerAnswerEndsWithAnErrorThatRepeatsNoneAsComplete(String field) throws Exception {
        String model = backend.model((_, socket) -> {
            socket.stream();
            while (true) {
                speak(socket, field, MIB);
            }
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");

        Heard heard = hear(run, model);

        assertThat(heard.terminal).isEqualTo("response.failed");
        assertThat(heard.error).contains("longer than 4194304 bytes", "throughline.gateway.memory.max-answer");
        assertThat(run.outcome()).isEqualTo("FAILED");
    }

    private static void speak(BackendSocket socket, String field, int characters) throws IOException {
        for (int said = 0, i = 0; said < characters; i++) {
            String text = (i + " é漢🌧 \"quoted\" \0 \\n\n").repeat(500);
            said += text.length();
            socket.chunk(frame("{\"" + field + "\":" + DialectHttpClient.JSON.writeValueAsString(text) + "}", "null"));
        }
    }

    private static String call(String id, String name, String arguments) {
        return frame(
                "{\"tool_calls\":[{\"index\":0," + id + "\"type\":\"function\",\"function\":{" + name
                        + "\"arguments\":\"" + arguments + "\"}}]}",
                "null");
    }

    private static String frame(String delta, String finish) {
        return "data: {\"id\":\"a\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
                + "[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + finish + "}]}\n\n";
    }

    private Heard hear(ProxiedRun run, String model) {
        HttpRequest request = HttpRequest.newBuilder(
                        service.resolve("/r/" + run.run().id() + ProxiedRun.RESPONSES))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(ProxiedRun.body(ProxiedRun.RESPONSES, model, true)))
                .build();
        try (HttpClient client = HttpClient.newHttpClient();
                InputStream body =
                        client.send(request, BodyHandlers.ofInputStream()).body();
                var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            var heard = new Heard();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ")) {
                    heard.take(DialectHttpClient.JSON.readTree(line.substring("data: ".length())));
                    heard.mostHeld = Math.max(heard.mostHeld, memory.budget().held());
                }
            }
            return heard;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /// What a client heard: deltas joined by the event that carries them, and every long text that repeats any.
    private static final class Heard {
        private final Map<String, StringBuilder> deltas = new HashMap<>();
        private final List<String> repeated = new ArrayList<>();
        private String terminal = "";
        private String error = "";
        private long mostHeld;

        private void take(JsonNode event) {
            String type = event.path("type").asText();
            if (type.endsWith(".delta")) {
                deltas.computeIfAbsent(type, _ -> new StringBuilder())
                        .append(event.path("delta").asText());
            } else {
                terminal = type;
                error = event.at("/response/error/message").asText();
                collect(event);
            }
        }

        private void collect(JsonNode node) {
            if (node.isTextual() && node.textValue().length() > LONG) {
                repeated.add(node.textValue());
            }
            node.forEach(this::collect);
        }

        private void assertRepeated(String delta, int times) {
            String text = deltas.get(delta).toString();
            assertThat(repeated.stream().filter(text::equals).count()).as(delta).isEqualTo(times);
            assertThat(repeated).hasSize(10);
        }
    }
}
