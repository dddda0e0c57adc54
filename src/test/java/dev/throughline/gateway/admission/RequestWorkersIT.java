package dev.throughline.gateway.admission;

import dev.throughline.access.Caller;
import dev.throughline.gateway.answer.Loopback;
import io.quarkus.runtime.configuration.MemorySize;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(30)
class RequestWorkersIT {
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
    private final RequestWorkers workers = new RequestWorkers(new Limits(
            new MemorySize(BigInteger.TWO.pow(20)),
            Duration.ofSeconds(1),
            new MemorySize(BigInteger.ONE),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            new MemorySize(BigInteger.valueOf(LIMIT)),
            Optional.of(1)));
    private HttpServer server;

    @BeforeEach
    void listen() throws Exception {
        server = vertx.createHttpServer()
                .requestHandler(request -> {
                    var dialectRequest = new DialectRequest(
                            request,
                            Vertx.currentContext(),
                            RouteTarget.of("/v1/messages", PassedEndpoints.NONE).orElseThrow(),
                            new Caller.Anyone());
                    dialectRequest.requestBytes(Long.parseLong(request.getHeader("size")));
                    boolean fails = request.headers().contains("fails");
                    String loop = Thread.currentThread().getName();
                    workers.run(
                            dialectRequest,
                            () -> fails ? fail() : Thread.currentThread().getName(),
                            worker -> answer(dialectRequest, worker, loop),
                            cause -> answer(dialectRequest, cause.getMessage(), loop));
                })
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(10, TimeUnit.SECONDS);
    }

    @AfterEach
    void close() {
        workers.stop();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void worksOnASmallRequestWhereItIs() throws Exception {
        assertThat(exchange("size: 1000")).contains("by vert.x-eventloop-thread", "continued there: true");
    }

    @Test
    void worksOnALargeRequestElsewhereAndContinuesOnItsEventLoop() throws Exception {
        assertThat(exchange("size: 1001")).contains("by request-worker-", "continued there: true");
    }

    @Test
    void tellsWhatWorkThrewOnTheEventLoop() throws Exception {
        assertThat(exchange("size: 1001\r\nfails: yes")).contains("by an overflow", "continued there: true");
        assertThat(exchange("size: 1\r\nfails: yes")).contains("by a defect", "continued there: true");
    }

    private static String fail() throws IOException {
        if (Thread.currentThread().getName().startsWith("request-worker-")) {
            throw new StackOverflowError("an overflow");
        }
        throw new IOException("a defect");
    }

    private static void answer(DialectRequest dialectRequest, String by, String loop) {
        boolean isThere = Thread.currentThread().getName().equals(loop);
        dialectRequest.json(
                200, ("by " + by + ", continued there: " + isThere + " .").getBytes(StandardCharsets.UTF_8));
    }

    private String exchange(String headers) throws IOException {
        try (var client = new Socket("127.0.0.1", server.actualPort())) {
            client.setSoTimeout(10_000);
            client.getOutputStream()
                    .write(("POST /v1/messages HTTP/1.1\r\nhost: localhost\r\n" + headers + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return Loopback.readUntil(client, " .");
        }
    }
}
