package dev.throughline.access;

import dev.throughline.testing.Expensive;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/// Clients that connect and say little, or ask and never read.
@Expensive(140)
@QuarkusTest
@TestProfile(ShortLimitsProfile.class)
@Timeout(60)
public class SilentClientsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String FRAME =
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + "x".repeat(8_000) + "\"}}]}\n\n";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @Test
    void aConnectionThatSaysNothingIsClosed() throws Exception {
        try (var client = RawConnection.open(service)) {
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void aHalfSentHeadIsClosed() throws Exception {
        try (var client = RawConnection.open(service).send("POST /v1/messages HTTP/1.1\r\nhost: loc")) {
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void aHalfHeadBehindAWholeRequestIsClosed() throws Exception {
        try (var client = RawConnection.open(service)) {
            client.send("GET /q/health/live HTTP/1.1\r\nhost: localhost\r\n\r\nGET /q/health/live HTTP/1.1\r\nhos");

            assertThat(client.rest()).containsOnlyOnce("HTTP/1.1 200 ");
        }
    }

    @Test
    void aBodyBelowTheLeastRateIsRefused() throws Exception {
        try (var client = RawConnection.open(service)) {
            client.send("POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                    + "content-length: 9000\r\n\r\n");
            Thread slow = Thread.ofVirtual().start(() -> dribble(client, " "));

            assertThat(client.rest()).contains(" 408 ").contains("bytes per second");
            assertThat(slow.join(PATIENCE)).isTrue();
        }
    }

    @Test
    void anAnswerThatIsNotReadEndsTheBackendsToo() throws Exception {
        var gone = new CompletableFuture<Boolean>();
        String model = backend.model((_, socket) -> {
            try {
                socket.stream();
                while (true) {
                    socket.chunk(FRAME);
                }
            } catch (IOException _) {
                gone.complete(true);
            }
        });
        TestRun run = TestRun.open(service, Map.of("mode", "proxy", "backend", "plain"));
        String body =
                "{\"model\":\"" + model + "\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}";

        try (var client = RawConnection.open(service).post("/r/" + run.id() + "/v1/chat/completions", body)) {
            assertThat(gone.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

            await(() -> run.get("/exchanges/1").path("outcome").asText().equals("CLIENT_GONE"));
            assertThat(client.rest()).doesNotContain("[DONE]");
        }
    }

    @Test
    void aSlowClientThatReadsIsServedToTheEnd() throws Exception {
        String model = backend.model((_, socket) -> {
            socket.stream();
            for (int i = 0; i < 60; i++) {
                socket.chunk(FRAME);
            }
            socket.chunk(
                            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
                    .end();
        });
        TestRun run = TestRun.open(service, Map.of("mode", "proxy", "backend", "plain"));
        String body =
                "{\"model\":\"" + model + "\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}]}";

        try (var client = RawConnection.open(service).post("/r/" + run.id() + "/v1/chat/completions", body)) {
            for (int i = 0; i < 30; i++) {
                pause(40);
                client.until("xxx\"}}]}\n\n");
            }
            assertThat(client.until("[DONE]")).endsWith("[DONE]");
        }
    }

    @Test
    void anAnswerOfTheApiThatIsNotReadIsClosed() throws Exception {
        try (var client = RawConnection.open(service)) {
            for (int i = 0; i < 60; i++) {
                client.get("/openapi");
            }
            pause(2 * ShortLimitsProfile.IDLE.toMillis());

            assertThat(client.rest().split("HTTP/1.1 200 ", -1)).hasSizeLessThan(60);
        }
    }

    @Test
    void noMoreConnectionsAreServedThanTheLimit() throws Exception {
        List<RawConnection> open = new ArrayList<>();
        try {
            for (int i = 0; i <= ShortLimitsProfile.MOST; i++) {
                open.add(RawConnection.open(service));
            }
            assertThat(open.getLast().rest()).isEmpty();
        } finally {
            for (RawConnection connection : open) {
                connection.close();
            }
        }
        await(() -> answers(service));
    }

    private static boolean answers(URI service) throws IOException {
        try (var client = RawConnection.open(service).get("/q/health/live")) {
            return client.until("\"checks\"").contains(" 200 ");
        } catch (SocketException _) {
            return false;
        }
    }

    /// Writes a text repeatedly until the peer no longer accepts it.
    public static void dribble(RawConnection client, String text) {
        try {
            while (true) {
                client.send(text);
                pause(20);
            }
        } catch (IOException _) {
            // closed
        }
    }

    private static void pause(long millis) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static void await(Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("within " + PATIENCE).isLessThan(deadline);
            pause(20);
        }
    }
}
