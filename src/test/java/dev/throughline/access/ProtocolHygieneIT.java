package dev.throughline.access;

import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Requests of which two servers may think differently.
@QuarkusTest
class ProtocolHygieneIT {
    @Test
    void anUpgradeToHttp2IsIgnored() {
        String answer = RawRequest.send(
                "",
                "GET /health HTTP/1.1",
                "host: localhost",
                "upgrade: h2c",
                "http2-settings: AAMAAABkAAQAAP__",
                "connection: upgrade, http2-settings");

        assertThat(answer).startsWith("HTTP/1.1 200 ").doesNotContain("101 Switching");
    }

    @Test
    void http2IsNotSpokenWithoutTls() {
        assertThat(RawRequest.send("SM\r\n\r\n", "PRI * HTTP/2.0")).doesNotContain("\0");
    }

    @Test
    void aLengthBesideATransferCodingIsRefusedAndTheConnectionClosed() {
        String answer = RawRequest.send(
                "0\r\n\r\nGET /health HTTP/1.1\r\nhost: localhost\r\n\r\n",
                "POST /v1/messages HTTP/1.1",
                "host: localhost",
                "content-type: application/json",
                "content-length: 49",
                "transfer-encoding: chunked");

        assertThat(answer).startsWith("HTTP/1.1 400 ").containsOnlyOnce("HTTP/1.1 ");
    }

    @Test
    void twoLengthsAreRefused() {
        String answer = RawRequest.send(
                "{}",
                "POST /v1/messages HTTP/1.1",
                "host: localhost",
                "content-type: application/json",
                "content-length: 2",
                "content-length: 3");

        assertThat(answer).startsWith("HTTP/1.1 400 ");
    }

    /// Ends that another server would see elsewhere: it would take the request behind the first one for a part of it.
    static List<String> framings() {
        return List.of(
                "transfer-encoding: chunked\r\n\r\n2;a=\"\r\n{}\r\n0\r\n\r\n",
                "transfer-encoding: chunked\r\n\r\n2;a=\"\\\"\r\n{}\r\n0\r\n\r\n",
                "transfer-encoding: chunked\r\n\r\n2;a\n{}\r\n0\r\n\r\n",
                "transfer-encoding: chunked\r\n\r\n2;a\rb\r\n{}\r\n0\r\n\r\n",
                "transfer-encoding: chunked\r\n\r\n2\t\r\n{}\r\n0\r\n\r\n",
                "transfer-encoding: chunked\r\n\r\n2 \r\n{}\r\n0\r\n\r\n",
                "transfer-encoding: chunked\r\n\r\n 2\r\n{}\r\n0\r\n\r\n",
                "transfer-encoding: chunked\r\n\r\n2 9\r\n{}\r\n0\r\n\r\n",
                "transfer-encoding: chunked\r\n\r\n2\0\r\n{}\r\n0\r\n\r\n",
                "transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\t\r\n\r\n",
                "transfer-encoding: chunked, xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                "transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                "transfer-encoding: chunked\r\n ,x\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                "transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                "transfer-encoding: xchunked\r\ncontent-length: 2\r\n\r\n{}",
                "transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                "content-length: 2, 2\r\n\r\n{}");
    }

    @ParameterizedTest
    @MethodSource("framings")
    void nothingBehindAnAmbiguousEndIsExecuted(String framing) {
        for (String path : List.of("/v1/chat/completions", "/api/v1/runs")) {
            for (String version : List.of("1.0", "1.1")) {
                String answer = RawRequest.write("POST " + path + " HTTP/" + version
                        + "\r\nhost: localhost\r\nconnection: keep-alive\r\ncontent-type: application/json\r\n"
                        + framing
                        + "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");

                assertThat(answer)
                        .as("%s in HTTP/%s", path, version)
                        .doesNotContain(" 200 ")
                        .doesNotContain(" 201 ");
            }
        }
    }
}
