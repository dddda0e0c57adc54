package dev.throughline.gateway;

import dev.throughline.testing.CuttablePostgres;
import dev.throughline.testing.ScarceProfile;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

/// The database stays away for too long in the middle of a long answer: the answer ends with an error then, not at its
/// own end, and nothing claims that it is complete.
@QuarkusTest
@TestProfile(ScarceProfile.class)
@Timeout(60)
class LossIT {
    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;
    CuttablePostgres database;

    @AfterEach
    void mend() {
        database.mend();
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aBackendIsStoppedAndItsClientInformedAsSoonAsTheLossIsKnown(ProxyDialect client, ProxyDialect server)
            throws Exception {
        var stopped = new CompletableFuture<Void>();
        String half = server.half();
        String more = half.substring(half.lastIndexOf("\n\n", half.length() - 3) + 2);
        String model = backend.model((_, socket) -> {
            try {
                socket.stream().chunk(half);
                while (true) {
                    Pause.millis(20);
                    socket.chunk(more);
                }
            } finally {
                stopped.complete(null);
            }
        });
        ProxiedRun run = ProxiedRun.open(service, server.backend());

        String body = cutAndHear(client, run.run().id(), ProxiedRun.body(client.path(), model, true));

        assertLost(client, body);
        stopped.get(10, TimeUnit.SECONDS);
        database.mend();
        assertThat(run.outcome()).isEqualTo("FAILED");
    }

    @ParameterizedTest
    @MethodSource("clients")
    void theStubIsStoppedAndItsClientInformedAsSoonAsTheLossIsKnown(ProxyDialect client) throws Exception {
        TestRun run = TestRun.open(service, Map.of("scenario", "long", "tokens", 100_000, "pace", 20));

        String body = cutAndHear(client, run.id(), DialectHttpClient.bodyFor(client.path(), true));

        assertLost(client, body);
        database.mend();
        assertThat(new ProxiedRun(new DialectHttpClient(service), run).outcome())
                .isEqualTo("FAILED");
    }

    /// Everything that a client hears when the database goes away in the middle of its answer.
    private String cutAndHear(ProxyDialect client, String run, String question) throws Exception {
        try (RawClient asking = RawClient.send(service, "/r/" + run + client.path(), question)) {
            String before = asking.until("delta\":");
            database.cut();
            return before + asking.until("0\r\n\r\n");
        }
    }

    private static void assertLost(ProxyDialect client, String body) {
        assertThat(client.claimsEnd(body)).as(body).isFalse();
        assertThat(client.errors(DialectHttpClient.frames(body)))
                .singleElement()
                .asString()
                .contains("could not be recorded");
    }

    static Stream<ProxyDialect> clients() {
        return ProxyDialect.ALL.stream();
    }

    static Stream<Arguments> pairs() {
        ProxyDialect chat = new ProxyChat();
        ProxyDialect messages = new ProxyMessages();
        ProxyDialect responses = new ProxyResponses();
        return Stream.of(
                argumentSet("chat within a dialect", chat, chat),
                argumentSet("messages within a dialect", messages, messages),
                argumentSet("responses within a dialect", responses, responses),
                argumentSet("messages at chat", messages, chat),
                argumentSet("chat at responses", chat, responses));
    }
}
