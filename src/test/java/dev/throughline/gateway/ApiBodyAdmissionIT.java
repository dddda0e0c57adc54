package dev.throughline.gateway;

import dev.throughline.access.RawConnection;
import dev.throughline.access.SilentClientsIT;
import dev.throughline.gateway.admission.GatewayMemory;
import dev.throughline.gateway.admission.MemoryBudget;
import dev.throughline.gateway.admission.MemoryBudget.Claim;
import dev.throughline.testing.ScarceProfile;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@TestProfile(ScarceProfile.class)
@Timeout(60)
class ApiBodyAdmissionIT {
    @TestHTTPResource("/")
    URI service;

    @Inject
    GatewayMemory memory;

    @Inject
    Pool pool;

    @Test
    void aBodyIsNotReadWhileTheMemoryIsUsedUp() throws Exception {
        MemoryBudget budget = memory.budget();
        long taken = take(budget, "another");
        long rest = take(budget, "third");
        try (var client = RawConnection.open(service)) {
            client.send("POST /api/v1/runs HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                    + "content-length: 2\r\n\r\n");

            assertThat(client.until("no-memory"))
                    .startsWith("HTTP/1.1 503 ")
                    .containsIgnoringCase("content-type: application/problem+json")
                    .containsIgnoringCase("retry-after: 5");
        } finally {
            budget.free("another", taken);
            budget.free("third", rest);
        }
        try (var client = RawConnection.open(service).post("/api/v1/runs", "{}")) {
            assertThat(client.until("\r\n\r\n")).startsWith("HTTP/1.1 201 ");
        }
        awaitFree(budget);
    }

    @Test
    void aBodyOfUnknownLengthIsCountedAndGivenBack() throws Exception {
        try (var client = RawConnection.open(service)) {
            client.send("POST /api/v1/runs HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                    + "transfer-encoding: chunked\r\n\r\n");
            while (memory.budget().held() == 0) {
                Thread.onSpinWait();
            }
            client.send("2\r\n{}\r\n0\r\n\r\n");

            assertThat(client.until("\r\n\r\n")).startsWith("HTTP/1.1 201 ");
        }
        awaitFree(memory.budget());
    }

    /// Of a resource that waits on no thread; white space is the cheapest large body.
    @ParameterizedTest
    @ValueSource(ints = {1_000, 10_240, 10_241, 100_000})
    void aBodyArrivesWholeHoweverLargeItIs(int spaces) {
        TestHttpClient.Answer answer =
                TestHttpClient.underTest().post("/api/v1/runs", "{\"label\":\"whole\"" + " ".repeat(spaces) + "}");

        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        assertThat(answer.body()).contains("\"label\":\"whole\"");
    }

    @Test
    void aBodyBelowTheLeastRateIsCutOff() throws Exception {
        try (var client = RawConnection.open(service)) {
            client.send("POST /api/v1/runs HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                    + "content-length: 9000\r\n\r\n");
            Thread slow = Thread.ofVirtual().start(() -> SilentClientsIT.dribble(client, " "));

            assertThat(client.rest()).doesNotContain(" 201 ");
            slow.join();
        }
        awaitFree(memory.budget());
    }

    @Test
    void aBodyThatNobodyReadsDoesNotEndARequestThatTakesLong() throws Exception {
        TestRun run = TestRun.open(service, Map.of());
        Promise<Void> locked = Promise.promise();
        Promise<Void> waited = Promise.promise();
        pool.withTransaction(connection -> connection
                .preparedQuery("SELECT 1 FROM run WHERE run_id = $1 FOR UPDATE")
                .execute(Tuple.of(run.id()))
                .onSuccess(_ -> locked.complete())
                .compose(_ -> waited.future()));
        locked.future().toCompletionStage().toCompletableFuture().get();
        try (var client = RawConnection.open(service).post("/api/v1/runs/" + run.id() + "/seal", "{}")) {
            LockSupport.parkNanos(3 * ScarceProfile.UPLOAD.toNanos());
            waited.complete();

            assertThat(client.until("\r\n\r\n")).startsWith("HTTP/1.1 200 ");
        }
        awaitFree(memory.budget());
    }

    @ParameterizedTest
    @CsvSource({
        "POST, /sign-in, application/x-www-form-urlencoded",
        "POST, /sign-in, application/json",
        "GET, /q/health/live, application/json",
        "POST, /runs/no-such-run, application/x-www-form-urlencoded"
    })
    void aFormOrABodyBeforeAKeyHasSixteenKilobytes(String method, String path, String type) throws Exception {
        String head = method + " " + path + " HTTP/1.1\r\nhost: localhost\r\ncontent-type: " + type + "\r\n";
        try (var client = RawConnection.open(service)) {
            client.send(head + "content-length: 16385\r\n\r\n");

            assertThat(client.until("accepted here"))
                    .startsWith("HTTP/1.1 413 ")
                    .contains("16384 bytes");
        }
        try (var client = RawConnection.open(service)) {
            client.send(head + "transfer-encoding: chunked\r\n\r\n4001\r\n" + "a".repeat(0x4001) + "\r\n");

            assertThat(client.until("accepted here"))
                    .startsWith("HTTP/1.1 413 ")
                    .contains("16384 bytes");
        }
        awaitFree(memory.budget());
    }

    @Test
    void aFormWithinTheLimitIsRead() throws Exception {
        try (var client = RawConnection.open(service)) {
            String form = "key=wrong&token=none" + ("&more=" + "a".repeat(1_500)).repeat(10);
            client.send("POST /sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded"
                    + "\r\ncontent-length: " + form.length() + "\r\n\r\n" + form);

            assertThat(client.until("\r\n\r\n")).startsWith("HTTP/1.1 4").doesNotContain(" 413 ");
        }
    }

    /// Takes all that one payer may have, in large claims and in small ones.
    private static long take(MemoryBudget budget, String payer) {
        long taken = 0;
        for (long part : new long[] {budget.largest(), 60_000, 1_000, 100, 1}) {
            while (budget.take(new Claim(payer, part, 0, () -> {}, () -> {})) == MemoryBudget.Decision.GRANTED) {
                taken += part;
            }
        }
        return taken;
    }

    private static void awaitFree(MemoryBudget budget) {
        while (budget.held() > 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        assertThat(budget.held()).isZero();
    }
}
