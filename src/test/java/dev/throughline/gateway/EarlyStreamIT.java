package dev.throughline.gateway;

import dev.throughline.testing.CuttablePostgres;
import dev.throughline.testing.Expensive;
import dev.throughline.testing.ScarceProfile;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TableLock;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Streams while the beginning of their exchange waits for the database: where histories are sent on as they are, a
/// client reads along, and only the end waits.
@Expensive(12)
@QuarkusTest
@TestProfile(ScarceProfile.class)
@Timeout(60)
class EarlyStreamIT {
    private static final int A_MOMENT = 1_500;

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;
    CuttablePostgres database;

    @AfterEach
    void mend() {
        database.mend();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/chat/completions", "/v1/messages", "/v1/responses"})
    void theTextDoesNotWaitForTheRecordAndTheEndDoes(String path) throws Exception {
        ProxiedRun run = ProxiedRun.open(service, "plain");
        try (TableLock lock = TableLock.againstWrites("exchange");
                RawClient client = ask(run, path)) {
            client.until("Hello");

            CompletableFuture<String> rest = later(client, "0\r\n\r\n");
            Pause.millis(A_MOMENT);
            assertThat(rest).isNotDone();
            lock.release();
            rest.get(20, TimeUnit.SECONDS);
        }
        assertThat(run.outcome()).isEqualTo("COMPLETED");
    }

    @Test
    void aStreamOfARestoredHistoryWaitsForTheRecord() throws Exception {
        ProxiedRun run = ProxiedRun.open(service, "repair");
        try (TableLock lock = TableLock.againstWrites("exchange");
                RawClient client = ask(run, ProxiedRun.CHAT)) {
            CompletableFuture<String> first = later(client, "Hello");
            Pause.millis(A_MOMENT);
            assertThat(first).isNotDone();
            lock.release();
            first.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aStreamWhoseRequestIsLostEndsWithAnError() throws Exception {
        ProxiedRun run = ProxiedRun.open(service, "plain");
        try (TableLock _ = TableLock.againstWrites("exchange");
                RawClient client = ask(run, ProxiedRun.CHAT)) {
            client.until("Hello");
            database.cut();

            assertThat(client.until("0\r\n\r\n"))
                    .contains("could not be recorded")
                    .doesNotContain("[DONE]");
        }
    }

    private RawClient ask(ProxiedRun run, String path) throws IOException {
        String model = backend.model((_, socket) -> socket.stream().chunk("""
                data: {"id":"x","choices":[{"index":0,"delta":{"role":"assistant","content":"Hello"}}]}

                data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

                data: [DONE]

                """).end());
        return RawClient.send(service, "/r/" + run.run().id() + path, ProxiedRun.body(path, model, true));
    }

    /// What arrives until a text is seen.
    private static CompletableFuture<String> later(RawClient client, String wanted) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return client.until(wanted);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
