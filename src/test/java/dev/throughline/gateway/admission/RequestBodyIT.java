package dev.throughline.gateway.admission;

import dev.throughline.access.Caller;
import dev.throughline.gateway.answer.Loopback;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class RequestBodyIT {
    private static final int LIMIT = 1_000;

    private record Limits(
            MemorySize maxBody,
            Duration uploadTimeout,
            MemorySize uploadRate,
            Duration recordTimeout,
            Duration keepAlive,
            MemorySize inlineBody,
            Optional<Integer> bodyWorkers)
            implements GatewaySettings {
        @Override
        public List<String> passedEndpoints() {
            return List.of("none");
        }

        @Override
        public MemorySize passedModelWithin() {
            return maxBody;
        }

        @Override
        public Duration unreadTimeout() {
            return keepAlive;
        }
    }

    private final Vertx vertx = Vertx.vertx();
    private volatile MemoryBudget budget = new MemoryBudget(1_000_000, 10);
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final CompletableFuture<DialectRequest> closed = new CompletableFuture<>();
    private HttpServer server;

    @BeforeEach
    void listen() throws Exception {
        listen(LIMIT, Duration.ofMillis(300));
    }

    private void listen(long limit, Duration timeout) throws Exception {
        var limits = new Limits(
                new MemorySize(BigInteger.valueOf(limit)),
                timeout,
                new MemorySize(BigInteger.valueOf(1_000)),
                Duration.ofSeconds(10),
                Duration.ofSeconds(15),
                new MemorySize(BigInteger.valueOf(LIMIT)),
                Optional.empty());
        server = vertx.createHttpServer()
                .requestHandler(request -> {
                    var dialectRequest = new DialectRequest(
                            request,
                            Vertx.currentContext(),
                            RouteTarget.of("/v1/messages", PassedEndpoints.NONE).orElseThrow(),
                            new Caller.Anyone());
                    request.response().closeHandler(_ -> closed.complete(dialectRequest));
                    request.response().endHandler(_ -> dialectRequest.over());
                    RequestBody.read(
                            dialectRequest, limits, new RequestWorkers(limits), memory(dialectRequest), bytes -> {
                                body.complete(bytes);
                                dialectRequest.json(200, "{}".getBytes(StandardCharsets.UTF_8));
                            });
                })
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    @AfterEach
    void close() {
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void readsABodyInChunks() throws Exception {
        String answer = exchange("transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", "{}");

        assertThat(answer).contains(" 200 ");
        assertThat(body.get()).asString().isEqualTo("abcde");
    }

    @Test
    void asksAClientThatWaitsToGoOn() throws Exception {
        assertThat(exchange("content-length: 3\r\nexpect: 100-continue\r\n\r\n", "\r\n\r\n"))
                .contains(" 100 ");
    }

    @Test
    void refusesAnAnnouncedLengthOverTheLimit() throws Exception {
        assertThat(exchange("content-length: 1001\r\n\r\n", "most"))
                .contains(" 413 ")
                .contains("connection: close")
                .contains("1000 bytes");
        assertThat(body).isNotDone();
    }

    @Test
    void refusesChunksOverTheLimitAlthoughTheClientKeepsWriting() throws Exception {
        try (Socket client = connect()) {
            OutputStream out = client.getOutputStream();
            send(out, "transfer-encoding: chunked\r\n\r\n");
            String chunk = "400\r\n" + "x".repeat(1024) + "\r\n";
            for (int i = 0; i < 2_000; i++) {
                send(out, chunk);
            }
            send(out, "0\r\n\r\n");

            assertThat(Loopback.readUntil(client, "most")).contains(" 413 ");
        }
        assertThat(body).isNotDone();
    }

    @Test
    void givesUpOnAnUploadThatStalls() throws Exception {
        assertThat(exchange("content-length: 10\r\n\r\nabc", "\"}")).contains(" 408 ");
    }

    @Test
    void noticesAClientThatClosesInTheMiddle() throws Exception {
        try (Socket client = connect()) {
            send(client.getOutputStream(), "content-length: 10\r\n\r\nabc");
        }

        assertThat(closed.get(10, TimeUnit.SECONDS).isGone()).isTrue();
        assertThat(body).isNotDone();
    }

    @Test
    void readsNothingWhileTheMemoryIsUsedUp() throws Exception {
        takeAll();

        assertThat(exchange("content-length: 3\r\nexpect: 100-continue\r\n\r\n", "seconds"))
                .startsWith("HTTP/1.1 503 ")
                .contains("retry-after: 5")
                .contains("\"type\":\"error\"");
        assertThat(body).isNotDone();
        assertThat(budget.held()).isEqualTo(1_000_000);
    }

    @Test
    void readsOnOnceMemoryIsFree() throws Exception {
        takeAll();
        try (Socket client = connect()) {
            send(client.getOutputStream(), "content-length: 3\r\nexpect: 100-continue\r\n\r\n");
            await(() -> budget.waiting() == 1);
            budget.free("another", 937_500);
            budget.free("third", 62_500);

            assertThat(Loopback.readUntil(client, "\r\n\r\n")).contains(" 100 ");
            send(client.getOutputStream(), "abc");
            assertThat(Loopback.readUntil(client, "{}")).contains(" 200 ");
        }
        await(() -> budget.held() == 0);
    }

    @Test
    void refusesAChunkedBodyThatOutgrowsTheMemory() throws Exception {
        take(860_000);

        String nodes = "[],".repeat(300);
        String chunk = Integer.toHexString(nodes.length()) + "\r\n" + nodes + "\r\n0\r\n\r\n";
        assertThat(exchange("transfer-encoding: chunked\r\n\r\n" + chunk, "seconds"))
                .contains(" 503 ");
        await(() -> budget.held() == 860_000);
    }

    @Test
    void refusesABodyThatWouldTakeMoreThanThereIsOnceDecoded() throws Exception {
        var small = new MemoryBudget(4_600, 10);
        budget = small;

        assertThat(exchange("content-length: 900\r\n\r\n", "budget")).contains(" 413 ");
        assertThat(small.held()).isZero();
    }

    @Test
    void givesBackWhatWasReservedForBytesThatDoNotArrive() throws Exception {
        listen(1_000_000, Duration.ofSeconds(20));
        try (Socket client = connect()) {
            send(client.getOutputStream(), "content-length: 100000\r\n\r\n" + "x".repeat(100));
            await(() -> budget.held() == 500_000);
            await(() -> budget.held() < 100_000);
            send(client.getOutputStream(), "x".repeat(99_900));

            assertThat(Loopback.readUntil(client, "{}")).contains(" 200 ");
        }
        assertThat(body.get()).hasSize(100_000);
    }

    @Test
    void aLargeBodyThatHardlyGrowsMakesWayForThoseWhoWait() throws Exception {
        listen(1_000_000, Duration.ofSeconds(20));
        var granted = new CompletableFuture<Void>();
        try (Socket client = connect()) {
            send(client.getOutputStream(), "content-length: 120000\r\n\r\n" + "x".repeat(100_000));
            await(() -> budget.held() == 600_000);
            var claim = new MemoryBudget.Claim("another", 500_000, 0, () -> granted.complete(null), () -> {});
            assertThat(budget.take(claim)).isEqualTo(MemoryBudget.Decision.WAITING);

            assertThat(Loopback.readUntil(client, "seconds")).contains(" 503 ");
        }
        granted.get(10, TimeUnit.SECONDS);
    }

    private void takeAll() {
        take("another", 875_000);
        for (int i = 0; i < 20; i++) {
            take("another", 3_125);
            take("third", 3_125);
        }
    }

    private void take(long bytes) {
        take("another", bytes);
    }

    private void take(String payer, long bytes) {
        var claim = new MemoryBudget.Claim(payer, bytes, 0, () -> {}, () -> {});
        assertThat(budget.take(claim)).isEqualTo(MemoryBudget.Decision.GRANTED);
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    @Test
    void answersAnInvalidLengthAndHangsUp() throws Exception {
        try (Socket client = connect()) {
            send(client.getOutputStream(), "content-length: minus one\r\n\r\nabc");

            assertThat(Loopback.readUntil(client, "never")).contains(" 400 ").doesNotContain("<html");
        } catch (SocketException hungUp) {
            assertThat(hungUp).hasMessageContaining("reset");
        }
    }

    private MemoryReservation memory(DialectRequest dialectRequest) {
        return new MemoryReservation(budget, dialectRequest.loop(), "someone", Duration.ofMillis(100));
    }

    private String exchange(String rest, String until) throws IOException {
        try (Socket client = connect()) {
            send(client.getOutputStream(), rest);
            return Loopback.readUntil(client, until);
        }
    }

    private Socket connect() throws IOException {
        var socket = new Socket("127.0.0.1", server.actualPort());
        socket.setSoTimeout(10_000);
        send(socket.getOutputStream(), "POST /v1/messages HTTP/1.1\r\nhost: localhost\r\n");
        return socket;
    }

    private static void send(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.US_ASCII));
    }
}
