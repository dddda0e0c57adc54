package dev.throughline.access;

import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

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
}
