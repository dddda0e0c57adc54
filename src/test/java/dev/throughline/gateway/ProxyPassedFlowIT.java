package dev.throughline.gateway;

import dev.throughline.gateway.answer.Loopback;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.Scrape;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Bytes that pass are held back both ways while the other side has no room, and never gathered.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyPassedFlowIT {
    private static final int MEGABYTE = 1_000_000;

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @Test
    void theStartOfABodyArrivesBeforeItsRestIsSent() throws Exception {
        var start = new CompletableFuture<String>();
        backend.answerUnread("/v1/audio/early", (_, socket) -> {
            start.complete(new String(socket.read(5), StandardCharsets.UTF_8));
            String rest = new String(socket.read(5), StandardCharsets.UTF_8);
            socket.whole(200, "got " + rest, "connection: close");
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");

        try (Socket client = upload(run, "/v1/audio/early", 10)) {
            write(client, "first");
            assertThat(start.get(10, TimeUnit.SECONDS)).isEqualTo("first");
            write(client, "later");

            assertThat(Loopback.readUntil(client, "got later")).contains("200 OK");
        }
        assertThat(run.outcome()).isEqualTo("COMPLETED");
    }

    @Test
    void anAnswerArrivesAsItComes() throws Exception {
        var isSeen = new CompletableFuture<Void>();
        String model = backend.model((_, socket) -> {
            socket.stream().chunk("data: one\n\n");
            isSeen.get(10, TimeUnit.SECONDS);
            socket.chunk("data: two\n\n").end();
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");

        try (RawClient client = RawClient.send(
                service, "/r/" + run.run().id() + "/v1/completions", "{\"model\":\"" + model + "\",\"stream\":true}")) {
            assertThat(client.until("data: one\n\n")).contains("text/event-stream");
            isSeen.complete(null);
            client.until("data: two\n\n\r\n0\r\n\r\n");
        }
        assertThat(run.outcome()).isEqualTo("COMPLETED");
    }

    @Test
    void aBackendThatDoesNotReadHoldsTheClient() throws Exception {
        var begun = new CompletableFuture<Void>();
        var mayRead = new CompletableFuture<Void>();
        int length = 30 * MEGABYTE;
        backend.answerUnread("/v1/audio/held", (_, socket) -> {
            begun.complete(null);
            mayRead.get(20, TimeUnit.SECONDS);
            socket.whole(200, "got " + socket.read(length).length, "connection: close");
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");
        var sent = new AtomicLong();

        try (Socket client = upload(run, "/v1/audio/held", length)) {
            Thread writer = Thread.ofVirtual().start(() -> flood(client, length, sent));
            begun.get(10, TimeUnit.SECONDS);
            long held = settled(sent);
            mayRead.complete(null);
            String answer = Loopback.readUntil(client, "got " + length);
            writer.join();

            assertThat(held).isLessThan(length - MEGABYTE);
            assertThat(answer).contains("200 OK");
        }
        assertThat(run.exchange(1).at("/bytes/request").asLong()).isEqualTo(length);
    }

    @Test
    void aClientThatDoesNotReadHoldsTheBackend() throws Exception {
        var sent = new AtomicLong();
        var begun = new CompletableFuture<Void>();
        byte[] part = new byte[100_000];
        String model = backend.model((_, socket) -> {
            socket.head(200, "content-type: audio/mpeg");
            for (int i = 0; i < 300; i++) {
                socket.chunk(part);
                sent.addAndGet(part.length);
                begun.complete(null);
            }
            socket.end();
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");

        String body = "{\"model\":\"" + model + "\"}";
        try (Socket client = connect(4_096)) {
            write(client, head(run, "/v1/audio/speech", "application/json", body.length()) + body);
            begun.get(10, TimeUnit.SECONDS);
            assertThat(settled(sent)).isLessThan(15L * MEGABYTE);
            assertThat(client.getInputStream().readAllBytes().length).isGreaterThan(300 * part.length);
        }
        assertThat(run.exchange(1).at("/bytes/answer").asLong()).isEqualTo(300L * part.length);
    }

    @Test
    void theBackendIsStoppedWhenTheClientLeaves() throws Exception {
        var isStopped = new CompletableFuture<Void>();
        String model = backend.model((_, socket) -> {
            socket.stream().chunk("data: one\n\n");
            socket.awaitClose();
            isStopped.complete(null);
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");

        try (RawClient client =
                RawClient.send(service, "/r/" + run.run().id() + "/v1/completions", "{\"model\":\"" + model + "\"}")) {
            client.until("data: one");
        }

        isStopped.get(10, TimeUnit.SECONDS);
        assertThat(run.outcome()).isEqualTo("CLIENT_GONE");
    }

    @Test
    void anAnswerThatBreaksOffIsNoWholeAnswer() throws Exception {
        String model = backend.model((_, socket) -> {
            socket.head(200, "content-type: audio/mpeg").chunk("half");
            socket.reset();
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");

        try (RawClient client =
                RawClient.send(service, "/r/" + run.run().id() + "/v1/audio/speech", "{\"model\":\"" + model + "\"}")) {
            assertThat(client.rest()).doesNotContain("\r\n0\r\n");
        } catch (IOException _) {
            // a reset is an end that no reader takes for a whole answer
        }
        assertThat(run.outcome()).isEqualTo("FAILED");
        Scrape.eventually(
                service,
                now -> assertThat(now.value("throughline_requests_active")).isZero());
    }

    @Test
    void aBackendThatFallsSilentIsGivenUp() throws Exception {
        String model = backend.model((_, socket) -> socket.awaitClose());
        ProxiedRun run = ProxiedRun.open(service, "slow");

        ProxiedRun.refusal(504, "/v1/embeddings", run.post("/v1/embeddings", "{\"model\":\"" + model + "\"}"));
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedBeforeItIsRead() throws Exception {
        ProxiedRun run = ProxiedRun.open(service, "plain");

        try (Socket client = upload(run, "/v1/audio/huge", 40 * MEGABYTE)) {
            assertThat(Loopback.readUntil(client, "}}")).contains("413").contains("\"error\"");
        }
    }

    /// The number once it no longer grows: two looks with half a second between them.
    private static long settled(AtomicLong number) {
        long before = -1;
        while (before != number.get()) {
            before = number.get();
            Pause.millis(500);
        }
        return before;
    }

    private Socket upload(ProxiedRun run, String path, int length) throws IOException {
        Socket client = connect(64 * 1024);
        write(client, head(run, path, "multipart/form-data; boundary=x", length));
        return client;
    }

    private Socket connect(int receiveBuffer) throws IOException {
        var client = new Socket();
        client.setSendBufferSize(64 * 1024);
        client.setReceiveBufferSize(receiveBuffer);
        client.connect(new InetSocketAddress(service.getHost(), service.getPort()));
        client.setSoTimeout(20_000);
        return client;
    }

    private static String head(ProxiedRun run, String path, String type, int length) {
        return "POST /r/" + run.run().id() + path
                + " HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: " + type + "\r\ncontent-length: "
                + length + "\r\n\r\n";
    }

    private static void write(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void flood(Socket client, int length, AtomicLong sent) {
        byte[] part = new byte[100_000];
        try {
            for (int i = 0; i < length; i += part.length) {
                client.getOutputStream().write(part);
                sent.addAndGet(part.length);
            }
        } catch (IOException _) {
            // the test fails for what did not arrive
        }
    }
}
