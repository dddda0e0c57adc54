package dev.throughline.gateway;

import dev.throughline.stub.Scenario;
import dev.throughline.testing.PostgresResource;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
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
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// No request holds an event loop: its thread never works for more than 50 ms at a stretch, whatever body comes.
@QuarkusTest
@TestProfile(ProxyProfile.class)
@QuarkusTestResource(PostgresResource.class)
@Timeout(120)
class EventLoopsTest {
    private static final Duration LONGEST = Duration.ofMillis(50);
    private static final int ATTEMPTS = 3;

    private static final List<String> PATHS = List.of(Proxied.CHAT, Proxied.MESSAGES, Proxied.RESPONSES);

    @TestHTTPResource("/")
    URI service;

    @Inject
    Opened opened;

    @Inject
    Vertx vertx;

    ScriptedBackend backend;

    @ParameterizedTest
    @EnumSource
    void aStubIsAskedWithoutHoldingAnEventLoop(HostileBody body) throws Throwable {
        for (String path : PATHS) {
            String run = "/r/" + opened.run(Scenario.PLAIN);

            Request request = bytes -> new Asking(service).post(run + path, bytes);
            request.send(body.small(path, "m"));
            measure(body.of(path, "m"), body == HostileBody.DEEP ? 400 : 200, request);
        }
    }

    @Test
    void aBodyOfUnknownLengthHoldsNoEventLoop() throws Throwable {
        String path = "/r/" + opened.run(Scenario.PLAIN) + Proxied.CHAT;
        HostileBody body = HostileBody.LONG_STRING;

        Request request = text -> new Asking(service)
                .send(
                        "POST",
                        path,
                        BodyPublishers.ofInputStream(
                                () -> new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))),
                        "content-type",
                        "application/json");
        request.send(body.small(Proxied.CHAT, "m"));
        measure(body.of(Proxied.CHAT, "m"), 200, request);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aBackendIsAskedWithoutHoldingAnEventLoop(HostileBody body, ProxyDialect client, ProxyDialect server)
            throws Throwable {
        String model = backend.model((_, socket) -> {
            if (body == HostileBody.CREDENTIALS) {
                socket.whole(400, "{\"error\":{\"message\":\"Bad key secret-77.\"}}", "content-type: application/json");
            } else {
                socket.json(server.whole(ProxyAnswer.ENDING));
            }
        });
        Proxied run = Proxied.open(service, server.backend());

        Request request = bytes -> {
            HttpResponse<String> answer = run.post(client.path(), bytes);
            if (answer.statusCode() == 200) {
                backend.take(model);
            }
            return answer;
        };
        boolean isRefused = body == HostileBody.DEEP || body == HostileBody.CREDENTIALS;
        request.send(body.small(client.path(), model));
        measure(body.medium(client.path(), model), isRefused ? 400 : 200, request);
    }

    /// Each dialect with a backend that has the same one, and with one that has another.
    static Stream<Arguments> pairs() {
        List<ProxyDialect> dialects = List.of(new ProxyChat(), new ProxyMessages(), new ProxyResponses());
        return Stream.of(HostileBody.values())
                .flatMap(body -> dialects.stream()
                        .flatMap(client -> Stream.of(0, 1)
                                .map(step -> Arguments.of(
                                        body,
                                        client,
                                        dialects.get((dialects.indexOf(client) + step) % dialects.size())))));
    }

    /// The first time a stretch also has the loading of classes and the first touch of fresh memory in it, which are no
    /// work on the body; so a body may be sent again.
    private void measure(String hostile, int status, Request request) throws Throwable {
        for (int attempt = 1; ; attempt++) {
            try (var loops = new EventLoopWatch(vertx)) {
                HttpResponse<String> answer = request.send(hostile);

                assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
                if (loops.longest().compareTo(LONGEST) < 0 || attempt == ATTEMPTS) {
                    assertThat(loops.longest())
                            .as(() -> "CPU time of an event loop at a stretch; it did:\n" + loops.stacks())
                            .isLessThan(LONGEST);
                    return;
                }
            }
        }
    }

    /// Sends a body and reads the answer.
    @FunctionalInterface
    private interface Request {
        HttpResponse<String> send(String body) throws Throwable;
    }
}
