package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stub.Scenario;
import dev.throughline.testing.EventLoopWatch;
import dev.throughline.testing.HostileBody;
import dev.throughline.testing.PostgresResource;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.Thoroughness;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// No request holds an event loop: its thread never works for more than 50 ms at a stretch, whatever body it has and
/// whatever history it continues. Each is sent once; what ran before is a small request of the same kind, so that
/// classes are loaded.
@QuarkusTest
@TestProfile(ProxyProfile.class)
@QuarkusTestResource(PostgresResource.class)
@Timeout(120)
class EventLoopsIT {
    /// One name for all: the metrics of the service keep the first few.
    private static final String MODEL = "event-loops";
    private static final int SIBLINGS = 10_000;
    private static final int ITEMS = 50_000;
    /// Makes siblings of the first exchange of a run, which all continue it: same text, same items.
    private static final List<String> MANY_SIBLINGS = List.of("""
            CREATE TEMP TABLE sibling ON COMMIT DROP AS
            SELECT * FROM exchange WHERE run_id = '%1$s' AND number = 1""", """
            INSERT INTO exchange SELECT made.*
            FROM sibling, generate_series(3, %2$d) n, jsonb_populate_record(sibling, jsonb_build_object('number', n,
                'answer_key', 'sibling' || n, 'link', jsonb_set(link::jsonb, '{parent}', '1'))) made""", """
            INSERT INTO item SELECT made.*
            FROM item i, generate_series(3, %2$d) n, jsonb_populate_record(i, jsonb_build_object('exchange', n)) made
            WHERE i.run_id = '%1$s' AND i.exchange = 1""", """
            UPDATE run SET exchanges = %2$d WHERE run_id = '%1$s'""");
    /// Gives the first exchange of a run very many items.
    private static final List<String> MANY_ITEMS = List.of("""
            INSERT INTO item SELECT made.*
            FROM item i, generate_series(1000, 1000 + %2$d) n, jsonb_populate_record(i,
                jsonb_build_object('ordinal', n, 'token', '', 'value', repeat('word ', 20) || n)) made
            WHERE i.run_id = '%1$s' AND i.exchange = 1 AND i.ordinal = 0""");

    @TestHTTPResource("/")
    URI service;

    @Inject
    RecordedRun recordedRun;

    @Inject
    Vertx vertx;

    @Inject
    Pool pool;

    ScriptedBackend backend;

    @ParameterizedTest
    @MethodSource
    void aStubIsAskedWithoutHoldingAnEventLoop(HostileBody body, ProxyDialect client, boolean isStream)
            throws Throwable {
        String path = client.path();
        String run = "/r/" + recordedRun.run(Scenario.PLAIN);
        var dialectHttpClient = new DialectHttpClient(service);
        dialectHttpClient.post(run + path, HostileBody.streaming(body.small(path, "m"), isStream));
        String hostile = HostileBody.streaming(body.of(path, "m"), isStream);

        HttpResponse<String> answer = EventLoopWatch.watched(vertx, () -> dialectHttpClient.post(run + path, hostile));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(body == HostileBody.DEEP ? 400 : 200);
    }

    /// Each body on each path, whole and as a stream in turn; unless the tests run in full, on one path.
    static Stream<Arguments> aStubIsAskedWithoutHoldingAnEventLoop() {
        return Stream.of(HostileBody.values())
                .flatMap(body -> ProxyDialect.ALL.stream()
                        .filter(client -> isTried(body, ProxyDialect.ALL.indexOf(client)))
                        .map(client -> Arguments.of(
                                body, client, (body.ordinal() + ProxyDialect.ALL.indexOf(client)) % 2 == 0)));
    }

    @Test
    void aBodyOfUnknownLengthHoldsNoEventLoop() throws Throwable {
        String path = "/r/" + recordedRun.run(Scenario.PLAIN) + ProxiedRun.CHAT;
        HostileBody body = HostileBody.LONG_STRING;
        chunked(path, body.small(ProxiedRun.CHAT, "m"));
        String hostile = body.of(ProxiedRun.CHAT, "m");

        HttpResponse<String> answer = EventLoopWatch.watched(vertx, () -> chunked(path, hostile));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private HttpResponse<String> chunked(String path, String body) throws Exception {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return new DialectHttpClient(service)
                .send(
                        "POST",
                        path,
                        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)),
                        "content-type",
                        "application/json");
    }

    @ParameterizedTest
    @MethodSource
    void aBackendIsAskedWithoutHoldingAnEventLoop(
            HostileBody body, ProxyDialect client, ProxyDialect server, boolean isStream) throws Throwable {
        backend.answer(MODEL, (_, socket) -> {
            if (body == HostileBody.CREDENTIALS) {
                socket.whole(400, "{\"error\":{\"message\":\"Bad key secret-77.\"}}", "content-type: application/json");
            } else if (isStream) {
                socket.stream().chunk(server.stream(ProxyAnswer.ENDING)).end();
            } else {
                socket.json(server.whole(ProxyAnswer.ENDING));
            }
        });
        ProxiedRun run = ProxiedRun.open(service, server.backend());
        String path = client.path();
        run.post(path, HostileBody.streaming(body.small(path, MODEL), isStream));
        String hostile = HostileBody.streaming(body.medium(path, MODEL), isStream);

        HttpResponse<String> answer = EventLoopWatch.watched(vertx, () -> run.post(path, hostile));

        backend.forget(MODEL);
        boolean isRefused = body == HostileBody.DEEP || body == HostileBody.CREDENTIALS;
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(isRefused ? 400 : 200);
    }

    /// Each body of each dialect for a backend of each; each pair of dialects with three bodies as a stream and with
    /// three whole, each body with half of the pairs as a stream. Unless the tests run in full, each body of each
    /// dialect for one backend, and each pair with two bodies.
    static Stream<Arguments> aBackendIsAskedWithoutHoldingAnEventLoop() {
        List<ProxyDialect> all = ProxyDialect.ALL;
        return Stream.of(HostileBody.values())
                .flatMap(body -> all.stream()
                        .flatMap(client -> all.stream()
                                .filter(server -> isTried(body, all.indexOf(client) + all.indexOf(server)))
                                .map(server -> Arguments.of(
                                        body,
                                        client,
                                        server,
                                        (body.ordinal() + all.indexOf(client) + all.indexOf(server)) % 2 == 0))));
    }

    private static boolean isTried(HostileBody body, int place) {
        return Thoroughness.isFull() || (body.ordinal() + place) % 3 == 0;
    }

    @Test
    void veryManyIdenticalAnswersAreReadWithoutHoldingAnEventLoop() throws Throwable {
        continues(MANY_SIBLINGS, SIBLINGS);
    }

    @Test
    void anAnswerOfVeryManyItemsIsReadWithoutHoldingAnEventLoop() throws Throwable {
        continues(MANY_ITEMS, ITEMS);
    }

    private void continues(List<String> statements, int size) throws Throwable {
        String run = recordedRun.run(Scenario.PLAIN, 50, Duration.ZERO, 1_000_000, List.of());
        var dialectHttpClient = new DialectHttpClient(service);
        String path = "/r/" + run + ProxiedRun.CHAT;
        JsonNode first = DialectHttpClient.json(dialectHttpClient.post(path, DialectHttpClient.chat(false)));
        String second = continued(first.at("/choices/0/message/content").asText());
        dialectHttpClient.post(path, second);
        execute(statements, run, size);

        HttpResponse<String> answer =
                EventLoopWatch.watched(vertx, () -> dialectHttpClient.post(path, second.replace("More", "Even more")));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("x-throughline-exchange"))
                .contains(Integer.toString(statements == MANY_SIBLINGS ? size + 1 : 3));
    }

    private static String continued(String said) {
        return "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"},"
                + "{\"role\":\"assistant\",\"content\":" + ProxyDialect.quoted(said) + "},"
                + "{\"role\":\"user\",\"content\":\"More\"}]}";
    }

    private void execute(List<String> statements, String run, int size) {
        pool.withTransaction(connection -> connection
                        .query(String.join(";", statements).formatted(run, size))
                        .execute())
                .await()
                .atMost(Duration.ofSeconds(60));
    }
}
