package dev.throughline.run.training;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Runs of a size that no test client makes.
@Expensive(90)
@QuarkusTest
@TestProfile(ProxyProfile.class)
class TrainingLargeRunIT {
    private static final int MANY = 40_000;
    private static final int STEPS = 1_000;
    private static final long ROOM = 12 * 1024 * 1024;

    @TestHTTPResource("/")
    URI service;

    @Inject
    Pool pool;

    private InputStream rows(String run, String query) throws IOException, InterruptedException {
        URI address = service.resolve("/api/v1/runs/" + run + "/training" + query);
        return TestHttpClient.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofInputStream())
                .body();
    }

    private static long liveHeap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    @Test
    void memoryIsFlatOverTensOfThousandsOfExchanges() throws Exception {
        String run = new GeneratedRun(pool, service).questions(MANY);
        long early = 0;
        long late = 0;
        int count = 0;

        try (var lines = new BufferedReader(new InputStreamReader(rows(run, ""), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                count++;
                early = count == MANY / 10 ? liveHeap() : early;
                late = count == MANY * 9 / 10 ? liveHeap() : late;
            }
        }

        assertThat(count).isEqualTo(MANY);
        assertThat(late - early).isLessThan(ROOM);
    }

    @Test
    void aConversationOfAThousandStepsIsOneRow() throws Exception {
        String run = new GeneratedRun(pool, service).conversation(STEPS);

        JsonNode row;
        try (InputStream rows = rows(run, "")) {
            byte[] all = rows.readAllBytes();
            assertThat(new String(all, StandardCharsets.UTF_8).lines()).hasSize(1);
            row = RecordedTrainingRun.JSON.readTree(all);
        }

        assertThat(row.path("messages")).hasSize(2 * STEPS);
        assertThat(row.at("/messages/1999/content").asText()).isEqualTo("answer 1000");
        assertThat(row.at("/provenance/preservation/due").asInt()).isEqualTo(STEPS - 1);
        assertThat(row.at("/provenance/preservation/status").asText()).isEqualTo("exact");
        assertThat(row.path("trainable_mask").valueStream().filter(JsonNode::asBoolean))
                .hasSize(STEPS);
    }

    @Test
    void aReaderThatWaitsHoldsTheExportUp() throws Exception {
        int count = MANY / 4;
        String run = new GeneratedRun(pool, service).questions(count);

        try (var socket = new Socket()) {
            socket.setReceiveBufferSize(16 * 1024);
            socket.connect(new InetSocketAddress(service.getHost(), service.getPort()));
            socket.getOutputStream()
                    .write(("GET /api/v1/runs/" + run + "/training HTTP/1.1\r\nHost: " + service.getAuthority()
                                    + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            pause(Duration.ofSeconds(4));
            assertThat(isWriting()).isTrue();
            pause(Duration.ofMillis(500));
            assertThat(isWriting()).isTrue();
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all.lines().filter(line -> line.startsWith("{\"messages\"")))
                    .hasSizeBetween(count - 40, count);
            assertThat(all).contains("\"exchange\":" + count + ",");
        }
    }

    /// Whether an export waits for its reader.
    private static boolean isWriting() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey().getState() != Thread.State.RUNNABLE)
                .map(thread -> Arrays.toString(thread.getValue()))
                .anyMatch(frames -> frames.contains("RunSamples.write") && frames.contains("OutputStream.write"));
    }

    private static void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }

    @Test
    void anExportThatFailsDoesNotEndAsIfItWereWhole() throws Exception {
        GeneratedRun generated = new GeneratedRun(pool, service);
        String run = generated.questions(2_000);
        generated.execute("UPDATE exchange SET facts = facts::jsonb || '{\"messages\": \"x\"}' WHERE run_id = '" + run
                + "' AND number = 1500");

        for (int attempt = 0; attempt < 20; attempt++) {
            try (InputStream rows = rows(run, "")) {
                assertThatThrownBy(rows::readAllBytes).as("attempt %d", attempt).isInstanceOf(IOException.class);
            }
        }
    }
}
