package dev.throughline.gateway;

import dev.throughline.gateway.answer.Loopback;
import dev.throughline.testing.KeysProfile;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Run and access are decided before anything of a body is read.
@QuarkusTest
@TestProfile(KeysProfile.class)
class EarlyRefusalsIT {
    @TestHTTPResource("/")
    URI service;

    @ParameterizedTest
    @CsvSource({
        "/r/aaaaaaaaaaaaaaaaaaaaaaaaa/v1/chat/completions,404",
        "/r/aaaaaaaaaaaaaaaaaaaaaaaaa/v1/messages,404",
        "/r/aaaaaaaaaaaaaaaaaaaaaaaaa/v1/responses,404",
        "/r/aaaaaaaaaaaaaaaaaaaaaaaaa/v1/messages/count_tokens,404",
        "/v1/chat/completions,401",
        "/stub/v1/messages,401",
        "/proxy/none/v1/responses,401",
    })
    void asksForNoByteOfABodyThatItWillNotRead(String path, int status) throws IOException {
        try (Socket client = open(path, "content-length: 31000000\r\nexpect: 100-continue")) {
            String answer = Loopback.readUntil(client, "}}");

            assertThat(answer).startsWith("HTTP/1.1 " + status + " ").containsIgnoringCase("connection: close");
        }
    }

    @Test
    void answersAClientThatSendsItsBodyAllTheSame() throws IOException {
        try (Socket client = open("/r/aaaaaaaaaaaaaaaaaaaaaaaaa/v1/chat/completions", "content-length: 3000000")) {
            client.getOutputStream().write(new byte[3_000_000]);

            String answer = Loopback.readUntil(client, "never");

            assertThat(answer).startsWith("HTTP/1.1 404 ").contains("There is no run");
        }
    }

    @Test
    void keepsTheConnectionWhenTheRefusedBodyIsSmall() throws IOException {
        try (Socket client = open("/v1/chat/completions", "content-length: 3")) {
            client.getOutputStream().write("abc".getBytes(StandardCharsets.US_ASCII));
            assertThat(Loopback.readUntil(client, "}}")).startsWith("HTTP/1.1 401 ");

            client.getOutputStream()
                    .write("HEAD / HTTP/1.1\r\nhost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(Loopback.readUntil(client, "\r\n\r\n")).startsWith("HTTP/1.1 200 ");
        }
    }

    private Socket open(String path, String headers) throws IOException {
        var socket = new Socket(service.getHost(), service.getPort());
        socket.setSoTimeout(10_000);
        socket.getOutputStream()
                .write(("POST " + path + " HTTP/1.1\r\nhost: " + service.getHost()
                                + "\r\ncontent-type: application/json\r\n" + headers + "\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }
}
