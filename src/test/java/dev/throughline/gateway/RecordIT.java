package dev.throughline.gateway;

import dev.throughline.gateway.answer.Loopback;
import dev.throughline.run.RecordedExchange;
import dev.throughline.run.RecordedToken;
import dev.throughline.run.TokenKind;
import dev.throughline.stub.Scenario;
import dev.throughline.testing.PostgresResource;
import dev.throughline.trace.ExchangeOutcome;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class RecordIT {
    @TestHTTPResource("/")
    URI service;

    @Inject
    RecordedRun recordedRun;

    @ParameterizedTest
    @ValueSource(strings = {"/v1/chat/completions", "/v1/messages", "/v1/responses"})
    void everyTokenIsInTheDatabaseWhenTheEndArrives(String path) throws Throwable {
        String run = recordedRun.run(Scenario.LONG, 500, Duration.ZERO, 10, List.of());

        String stream = new DialectHttpClient(service)
                .post("/r/" + run + path, DialectHttpClient.bodyFor(path, true))
                .body();

        List<RecordedToken> tokens = recordedRun.tokens(run, 1);
        assertThat(tokens.getLast().kind()).isEqualTo(TokenKind.FINISH);
        assertThat(tokens).extracting(RecordedToken::seq).isSorted().doesNotHaveDuplicates();
        assertThat(tokens.size()).isGreaterThan(500);
        String text = tokens.stream()
                .filter(token -> token.kind() == TokenKind.TEXT)
                .map(RecordedToken::text)
                .collect(Collectors.joining());
        if (path.contains("chat")) {
            assertThat(text).isEqualTo(visible(stream));
        }
        RecordedExchange exchange = recordedRun.exchanges(run).getFirst();
        assertThat(exchange.end().orElseThrow().outcome()).isEqualTo(ExchangeOutcome.COMPLETED);
        assertThat(exchange.end().orElseThrow().tokens()).isEqualTo(tokens.size());
    }

    private static String visible(String stream) {
        return DialectHttpClient.frames(stream).stream()
                .map(frame -> frame.at("/choices/0/delta/content").asText(""))
                .collect(Collectors.joining());
    }

    @Test
    void aHangUpIsRecordedWithWhatWasIssued() throws Throwable {
        String run = recordedRun.run(Scenario.LONG, 5_000, Duration.ofMillis(5), 10, List.of());
        String body = DialectHttpClient.chat(true);
        try (Socket client = new Socket(service.getHost(), service.getPort())) {
            client.setSoTimeout(10_000);
            OutputStream out = client.getOutputStream();
            out.write(("POST /r/" + run + "/v1/chat/completions HTTP/1.1\r\nhost: localhost\r\n"
                            + "content-type: application/json\r\ncontent-length: " + body.length()
                            + "\r\n\r\n" + body)
                    .getBytes(StandardCharsets.US_ASCII));
            Loopback.readUntil(client, "reasoning_content");
        }

        assertThat(recordedRun.firstEnd(run).outcome()).isEqualTo(ExchangeOutcome.CLIENT_GONE);
        assertThat(recordedRun.tokens(run, 1)).hasSizeBetween(1, 4_999);
    }
}
