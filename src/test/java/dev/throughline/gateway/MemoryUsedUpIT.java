package dev.throughline.gateway;

import dev.throughline.gateway.admission.GatewayMemory;
import dev.throughline.gateway.admission.MemoryBudget.Claim;
import dev.throughline.gateway.admission.MemoryBudget.Decision;
import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.ScarceProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A small request with large references is counted like a large request: when the memory is used up, it is
/// refused before anything is read or any backend is called.
@QuarkusTest
@TestProfile(ScarceProfile.class)
@Timeout(60)
class MemoryUsedUpIT {
    private static final String PAYER = "another";
    private static final String LONG = "word ".repeat(60_000);

    @TestHTTPResource("/")
    URI service;

    @Inject
    GatewayMemory memory;

    ScriptedBackend backend;
    private long taken;

    @AfterEach
    void free() {
        if (taken > 0) {
            memory.budget().free(PAYER, taken);
            taken = 0;
        }
        assertThat(isFreed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {ProxiedRun.RESPONSES, ProxiedRun.MESSAGES})
    void anExpandedHistoryIsCounted(String path) throws Exception {
        String model = backend.model((_, socket) -> socket.json(whole(LONG)));
        ProxiedRun run = ProxiedRun.open(service, "plain");
        String id = DialectHttpClient.json(run.whole(path, model)).path("id").asText();
        backend.take(model);
        String next = continuing(path, model, id);
        useUp();

        HttpResponse<String> refused = run.post(path, next);

        assertUsedUp(path, refused);
        assertThat(run.exchange(2).path("outcome").asText()).isEqualTo("FAILED");
        assertThat(backend.targets()).doesNotContain(model);
        free();
        assertThat(run.post(path, next).statusCode()).isEqualTo(200);
        assertThat(backend.take(model).text()).contains(LONG);
    }

    @Test
    void anAnswerThatIsReadBackIsCounted() throws Exception {
        String model = backend.model((_, socket) -> socket.json(whole(LONG)));
        ProxiedRun run = ProxiedRun.open(service, "plain");
        String id = DialectHttpClient.json(run.whole(ProxiedRun.RESPONSES, model))
                .path("id")
                .asText();
        useUp();

        assertUsedUp(ProxiedRun.RESPONSES, run.get("/v1/responses/" + id));
        free();
        assertThat(run.get("/v1/responses/" + id).body()).contains(LONG);
    }

    @Test
    void aHistoryThatNeverFitsIsTooLarge() throws Exception {
        String model = backend.model((_, socket) -> {
            socket.stream();
            for (int i = 0; i < 20; i++) {
                socket.chunk(delta(LONG));
            }
            socket.chunk(delta("").replace("null", "\"stop\"") + "data: [DONE]\n\n")
                    .end();
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");
        String stream = run.stream(ProxiedRun.MESSAGES, model).body();
        assertThat(stream).contains("event: message_stop");
        String id =
                DialectHttpClient.frames(stream).getFirst().at("/message/id").asText();

        HttpResponse<String> refused = run.post(ProxiedRun.MESSAGES, continuing(ProxiedRun.MESSAGES, model, id));

        assertThat(ProxiedRun.refusal(413, ProxiedRun.MESSAGES, refused)).contains("throughline.gateway.memory.budget");
    }

    @ParameterizedTest
    @ValueSource(strings = {ProxiedRun.CHAT, ProxiedRun.MESSAGES, ProxiedRun.RESPONSES})
    void aFrameWithoutEndIsCounted(String path) throws Exception {
        String model = backend.model((_, socket) -> {
            socket.stream().chunk(delta("Beginning."));
            socket.chunk("data: {\"choices\":[{\"delta\":{\"content\":\"");
            flood(socket);
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");

        String body = run.stream(path, model).body();

        assertThat(body).contains("Beginning.").contains("throughline.gateway.memory.budget");
        assertThat(body).doesNotContain("[DONE]").doesNotContain("message_stop").doesNotContain("response.completed");
        assertThat(run.outcome()).isEqualTo("FAILED");
    }

    @Test
    void answersThatAreHeldBackTakeWhatTheirBytesTakeUntilTheyPass() throws Exception {
        int answers = 40;
        int frames = 500;
        var held = new CountDownLatch(answers);
        var known = new CompletableFuture<Void>();
        var passed = new CompletableFuture<Void>();
        String model = backend.model((_, socket) -> {
            socket.stream();
            for (int i = 0; i < frames; i++) {
                socket.chunk(delta("word "));
            }
            held.countDown();
            known.get(20, TimeUnit.SECONDS);
            socket.chunk(delta("and more"));
            passed.get(20, TimeUnit.SECONDS);
            socket.chunk(delta("").replace("null", "\"stop\"") + "data: [DONE]\n\n")
                    .end();
        });
        ProxiedRun run = ProxiedRun.open(service, "orphan");
        String path = "/r/" + run.run().id() + ProxiedRun.CHAT;
        long bytes = (long) answers * frames * delta("word ").length();
        List<RawClient> clients = new ArrayList<>();
        try {
            for (int i = 0; i < answers; i++) {
                clients.add(RawClient.send(service, path, ProxiedRun.body(ProxiedRun.CHAT, model, true)));
            }
            assertThat(held.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(isHeld(now -> now >= bytes && now < 2 * bytes)).isTrue();

            backend.answer(model, (_, socket) -> socket.json(whole("Hello")));
            run.whole(ProxiedRun.CHAT, model);
            known.complete(null);
            for (RawClient client : clients) {
                assertThat(client.until("and more")).contains("word ");
            }
            assertThat(isHeld(now -> now < bytes / 2)).isTrue();
            passed.complete(null);
            for (RawClient client : clients) {
                client.until("[DONE]");
            }
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
    }

    private void assertUsedUp(String path, HttpResponse<String> refused) throws IOException {
        assertThat(ProxiedRun.refusal(503, path, refused)).contains("throughline.gateway.memory.budget");
        assertThat(refused.headers().firstValue("retry-after")).isPresent();
    }

    private static String continuing(String path, String model, String id) {
        return path.equals(ProxiedRun.RESPONSES)
                ? "{\"model\":\"" + model + "\",\"input\":\"And now?\",\"previous_response_id\":\"" + id + "\"}"
                : "{\"model\":\"" + model + "\",\"max_tokens\":10,\"thread\":{\"type\":\"continue\","
                        + "\"previous_message_id\":\"" + id
                        + "\"},\"messages\":[{\"role\":\"user\",\"content\":\"And now?\"}]}";
    }

    private static String whole(String text) {
        return "{\"id\":\"a\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,"
                + "\"message\":{\"role\":\"assistant\",\"content\":\"" + text + "\"},\"finish_reason\":\"stop\"}]}";
    }

    private static String delta(String text) {
        return "data: {\"id\":\"a\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":"
                + "[{\"index\":0,\"delta\":{\"content\":\"" + text + "\"},\"finish_reason\":null}]}\n\n";
    }

    private static void flood(BackendSocket socket) throws IOException {
        String part = "x".repeat(16_000);
        while (true) {
            socket.chunk(part);
        }
    }

    /// Takes all but what is kept for small claims.
    private void useUp() {
        assertThat(isFreed()).isTrue();
        long all = memory.budget().largest();
        assertThat(memory.budget().take(new Claim(PAYER, all, 0, () -> {}, () -> {})))
                .isEqualTo(Decision.GRANTED);
        taken = all;
    }

    private boolean isFreed() {
        return isHeld(bytes -> bytes == taken);
    }

    private boolean isHeld(LongPredicate expected) {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!expected.test(memory.budget().held()) && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        return expected.test(memory.budget().held());
    }
}
