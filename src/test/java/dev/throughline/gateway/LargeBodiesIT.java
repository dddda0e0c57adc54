package dev.throughline.gateway;

import dev.throughline.gateway.admission.GatewayMemory;
import dev.throughline.stub.Scenario;
import dev.throughline.testing.HostileBody;
import dev.throughline.testing.PostgresResource;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Bodies that are worked on outside the event loops, and answers that never end.
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
@Timeout(60)
class LargeBodiesIT {
    @TestHTTPResource("/")
    URI service;

    @Inject
    RecordedRun recordedRun;

    @Inject
    GatewayMemory memory;

    @Test
    void clientsThatLeaveWhileTheirBodiesAreDecodedHoldNoMemory() throws Throwable {
        String run = recordedRun.run(Scenario.PLAIN);
        byte[] body = HostileBody.MANY_KEYS.medium(ProxiedRun.CHAT, "m").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < 8; i++) {
            try (Socket client = new Socket(service.getHost(), service.getPort())) {
                client.getOutputStream().write(head(run, body.length).getBytes(StandardCharsets.US_ASCII));
                client.getOutputStream().write(body);
            }
        }

        assertThat(new DialectHttpClient(service)
                        .post("/r/" + run + ProxiedRun.CHAT, DialectHttpClient.chat(false))
                        .statusCode())
                .isEqualTo(200);
        assertThat(isFreed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void answersThatAreDroppedOnPurposeHoldNoMemory(boolean isStreamed) {
        String run = TestHttpClient.of(service)
                .post("/api/v1/runs", """
                        {"scenario": "chat", "faults": [{"kind": "DROP_AFTER", "amount": 3}]}""")
                .json()
                .path("id")
                .asText();

        assertThatThrownBy(() -> new DialectHttpClient(service)
                        .post("/r/" + run + ProxiedRun.CHAT, DialectHttpClient.chat(isStreamed)))
                .hasRootCauseInstanceOf(IOException.class);
        assertThat(isFreed()).isTrue();
    }

    private String head(String run, int length) {
        return "POST /r/" + run + ProxiedRun.CHAT + " HTTP/1.1\r\nhost: " + service.getHost()
                + "\r\ncontent-type: application/json\r\ncontent-length: " + length + "\r\n\r\n";
    }

    private boolean isFreed() {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (memory.budget().held() > 0 && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
        return memory.budget().held() == 0;
    }
}
