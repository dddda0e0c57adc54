package dev.throughline.access;

import dev.throughline.gateway.Pause;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.vertx.http.runtime.filters.Filters;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/// Requests of a client that reads no answer wait in the network, not as answers in memory.
@QuarkusTest
@Timeout(60)
class RequestsInTurnIT {
    private static final int REQUESTS = 300;
    private static final String PATH = "/openapi?in-turn";
    private static final String CHAT =
            "{\"model\":\"glm-4.7\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}";

    @TestHTTPResource("/")
    URI service;

    @Inject
    Begun begun;

    @Test
    void oneThatIsNotReadHoldsTheOthersAndAllAreAnsweredInTheEnd() throws Exception {
        begun.requests.set(0);
        try (var client = new Socket()) {
            client.setReceiveBufferSize(4_096);
            client.connect(new InetSocketAddress(service.getHost(), service.getPort()));
            client.setSoTimeout(20_000);
            send(client, ("GET " + PATH + " HTTP/1.1\r\nhost: localhost\r\n\r\n").repeat(REQUESTS));
            send(
                    client,
                    "POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n"
                            + "content-type: application/json\r\ncontent-length: " + CHAT.length() + "\r\n\r\n" + CHAT);
            int first = client.getInputStream().read();
            int settled = settled();

            assertThat(first).isEqualTo('H');
            assertThat(settled).isLessThan(REQUESTS / 10);
            assertThat(answers(client.getInputStream())).isEqualTo(REQUESTS + 1);
            assertThat(begun.requests).hasValue(REQUESTS);
        }
    }

    private int settled() {
        int before = -1;
        while (before != begun.requests.get()) {
            before = begun.requests.get();
            Pause.millis(500);
        }
        return before;
    }

    private static void send(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    /// How many answers begin, until the connection ends.
    private static int answers(InputStream in) throws IOException {
        String text = "H" + new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        return text.split("HTTP/1\\.1 200 OK\r\n", -1).length - 1;
    }

    /// Counts the requests that are begun.
    @Singleton
    static class Begun {
        final AtomicInteger requests = new AtomicInteger();

        void count(@Observes Filters filters) {
            filters.register(
                    context -> {
                        if (context.request().uri().equals(PATH)) {
                            requests.incrementAndGet();
                        }
                        context.next();
                    },
                    1_000);
        }
    }
}
