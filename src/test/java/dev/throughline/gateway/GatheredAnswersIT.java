package dev.throughline.gateway;

import dev.throughline.gateway.admission.GatewayMemory;
import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// An answer that is kept in memory has an end, whatever its backend does.
@Expensive(9)
@QuarkusTest
@TestProfile(ProxyProfile.class)
@Timeout(90)
class GatheredAnswersIT {
    private static final String FRAME =
            "data: {\"id\":\"a\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
                    + "[{\"index\":0,\"delta\":{\"content\":\"" + "x".repeat(16_000)
                    + "\"},\"finish_reason\":null}]}\n\n";

    @TestHTTPResource("/")
    URI service;

    @Inject
    GatewayMemory memory;

    ScriptedBackend backend;

    @ParameterizedTest
    @ValueSource(strings = {ProxiedRun.CHAT, ProxiedRun.MESSAGES, ProxiedRun.RESPONSES})
    void aBodyWithoutAnEndBecomesAnErrorOfTheDialect(String path) throws Exception {
        String model = backend.model((_, socket) -> {
            socket.head(200, "content-type: application/json").chunk("{\"id\":\"");
            flood(socket, "x".repeat(16_000));
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");

        assertThat(ProxiedRun.refusal(502, path, run.whole(path, model))).contains("max-answer");
        assertThat(run.outcome()).isEqualTo("FAILED");
        assertThat(freed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {ProxiedRun.CHAT, ProxiedRun.MESSAGES, ProxiedRun.RESPONSES})
    void framesWithoutAnEndForAClientThatWantsOneBodyBecomeAnError(String path) throws Exception {
        String model = backend.model((_, socket) -> flood(socket.stream(), FRAME));
        ProxiedRun run = ProxiedRun.open(service, "plain");

        assertThat(ProxiedRun.refusal(502, path, run.whole(path, model))).contains("max-answer");
        assertThat(freed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 400})
    void aStreamOfResponsesThatAFilterChangesEndsAsLongAsItFits(int items) throws Exception {
        String model = backend.model((_, socket) -> {
            socket.stream()
                    .chunk("data: {\"type\":\"response.created\",\"sequence_number\":0,\"response\":{\"id\":\"resp_1\","
                            + "\"object\":\"response\",\"status\":\"in_progress\",\"model\":\"m\",\"output\":[]}}\n\n");
            item(socket, 0, "<think>because</think>so");
            for (int i = 1; i < items; i++) {
                item(socket, i, "x".repeat(16_000));
            }
            socket.chunk("data: {\"type\":\"response.completed\",\"sequence_number\":9,\"response\":{\"id\":\"resp_1\","
                            + "\"object\":\"response\",\"status\":\"completed\",\"model\":\"m\",\"output\":[]}}\n\n")
                    .end();
        });
        ProxiedRun run = ProxiedRun.open(service, "responses-glm");

        String answer = run.stream(ProxiedRun.RESPONSES, model).body();

        boolean fits = items == 200;
        String end = answer.substring(answer.indexOf("\"type\":\"response." + (fits ? "completed" : "failed")));
        assertThat(end).contains("because").matches(text -> fits == !text.contains("max-answer"));
        if (fits) {
            assertThat(end.split("x{16000}", -1)).hasSize(items);
        }
        assertThat(run.outcome()).isEqualTo(fits ? "COMPLETED" : "FAILED");
        assertThat(freed()).isTrue();
    }

    private static void item(BackendSocket socket, int index, String text) throws IOException {
        String item = "{\"id\":\"msg_" + index + "\",\"type\":\"message\",\"role\":\"assistant\",\"status\":\"";
        String head = "\",\"sequence_number\":1,\"output_index\":" + index + ",";
        String part = "{\"type\":\"output_text\",\"text\":\"" + text + "\",\"annotations\":[]}";
        socket.chunk("data: {\"type\":\"response.output_item.added" + head + "\"item\":" + item
                + "in_progress\",\"content\":[]}}\n\n"
                + "data: {\"type\":\"response.output_text.delta" + head + "\"item_id\":\"msg_" + index
                + "\",\"content_index\":0,\"delta\":\"" + text + "\"}\n\n"
                + "data: {\"type\":\"response.output_item.done" + head + "\"item\":" + item
                + "completed\",\"content\":[" + part + "]}}\n\n");
    }

    @Test
    void aStreamOfResponsesOfPartsWithoutEndFails() throws Exception {
        String parts = (FRAME.replace("content", "reasoning_content") + FRAME).replace("x".repeat(16_000), "x");
        String model = backend.model((_, socket) -> flood(socket.stream(), parts.repeat(50)));
        ProxiedRun run = ProxiedRun.open(service, "plain");

        HttpResponse<String> answer = run.stream(ProxiedRun.RESPONSES, model);

        assertThat(answer.body()).contains("event: response.failed").contains("max-answer");
        assertThat(answer.body()).doesNotContain("response.completed");
        assertThat(run.outcome()).isEqualTo("FAILED");
        assertThat(freed()).isTrue();
    }

    @Test
    void aStreamThatPassesThroughMayBeLonger() throws Exception {
        String model = backend.model((_, socket) -> {
            socket.stream();
            for (int i = 0; i < 400; i++) {
                socket.chunk(FRAME);
            }
            socket.chunk(FRAME.replace("null", "\"stop\"") + "data: [DONE]\n\n").end();
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");

        HttpResponse<String> answer = run.stream(ProxiedRun.CHAT, model);

        assertThat(answer.body().length()).isGreaterThan(400 * 16_000);
        assertThat(answer.body()).endsWith("data: [DONE]\n\n");
        assertThat(freed()).isTrue();
    }

    @Test
    void reasoningDetailsThatAreKeptForTheNextRequestAreCounted() throws Exception {
        String details = FRAME.replace(
                        "\"content\":\"",
                        "\"content\":\"y\",\"reasoning_details\":[{\"type\":\"reasoning.encrypted\",\"data\":\"")
                .replace("x\"}", "x\"}]}");
        var mostHeld = new CompletableFuture<Long>();
        String model = backend.model((_, socket) -> {
            socket.stream();
            for (int i = 0; i < 128; i++) {
                socket.chunk(details);
            }
            long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            while (memory.budget().held() < 128 * 16_000 && System.nanoTime() < deadline) {
                Thread.onSpinWait();
            }
            mostHeld.complete(memory.budget().held());
            socket.chunk(FRAME.replace("null", "\"stop\"") + "data: [DONE]\n\n").end();
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");

        HttpResponse<String> answer = run.stream(ProxiedRun.CHAT, model);

        assertThat(answer.body()).endsWith("data: [DONE]\n\n");
        assertThat(mostHeld.join()).isGreaterThanOrEqualTo(128 * 16_000);
        assertThat(freed()).isTrue();
    }

    /// Writes until the other side hangs up.
    private static void flood(BackendSocket socket, String chunk) throws IOException {
        while (true) {
            socket.chunk(chunk);
        }
    }

    private boolean freed() {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (memory.budget().held() > 0 && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        return memory.budget().held() == 0;
    }
}
