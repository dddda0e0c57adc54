package dev.throughline.access;

import dev.throughline.testing.Expensive;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static dev.throughline.access.RawHttp2.CONTINUATION;
import static dev.throughline.access.RawHttp2.DATA;
import static dev.throughline.access.RawHttp2.END_HEADERS;
import static dev.throughline.access.RawHttp2.END_STREAM;
import static dev.throughline.access.RawHttp2.HEADERS;
import static dev.throughline.access.RawHttp2.RST_STREAM;
import static org.assertj.core.api.Assertions.assertThat;

/// Clients that use what HTTP/2 and TLS allow to make a server work or wait.
@Expensive(25)
@QuarkusTest
@TestProfile(TlsProfile.class)
@Timeout(60)
class Http2FloodsIT {
    private static final int MOST = 100_000;
    private static final int WINDOW = 65_535;
    private static final int REFUSED_STREAM = 7;
    private static final byte[] HEAD = RawHttp2.head("/q/health/live");
    /// Of a request whose body does not come.
    private static final byte[] POST = RawHttp2.post("/v1/messages");

    @TestHTTPResource(value = "/", tls = true)
    URI service;

    /// The frame that is repeated.
    private enum Flood {
        RAPID_RESET((http2, i) -> {
            http2.send(HEADERS, END_STREAM | END_HEADERS, 2 * i + 1, HEAD);
            http2.send(RST_STREAM, 0, 2 * i + 1, new byte[4]);
        }),
        CONTINUATION_WITHOUT_CONTENT((http2, i) -> {
            if (i == 0) {
                http2.send(HEADERS, END_STREAM, 1, HEAD);
            }
            http2.send(CONTINUATION, 0, 1);
        }),
        CONTINUATION_WITHOUT_END((http2, i) -> {
            if (i == 0) {
                http2.send(HEADERS, END_STREAM, 1, HEAD);
            }
            http2.send(CONTINUATION, 0, 1, "\0\u0001a\u0001b".getBytes(StandardCharsets.ISO_8859_1));
        }),
        STREAMS_ABOVE_THE_LIMIT((http2, i) -> http2.send(HEADERS, END_HEADERS, 2 * i + 1, HEAD)),
        EMPTY_DATA((http2, i) -> {
            if (i == 0) {
                http2.send(HEADERS, END_HEADERS, 1, HEAD);
            }
            http2.send(DATA, 0, 1);
        });

        private final Step step;

        Flood(Step step) {
            this.step = step;
        }

        private interface Step {
            void send(RawHttp2 http2, int i) throws IOException;
        }
    }

    @Test
    void http2IsSpokenOverTls() throws Exception {
        assertThat(ask().version()).isEqualTo(HttpClient.Version.HTTP_2);
    }

    @ParameterizedTest
    @EnumSource(Flood.class)
    void aFloodEndsItsConnectionAndNoOther(Flood flood) throws Exception {
        try (var hostile = RawHttp2.open(service, WINDOW)) {
            assertThat(send(flood, hostile)).isLessThan(MOST);
            assertThat(hostile.isEnded()).isTrue();
        }
        assertThat(ask().statusCode()).isEqualTo(200);
    }

    /// Sends frames until the connection is closed.
    /// @return how many, at most `MOST`
    private static int send(Flood flood, RawHttp2 hostile) {
        int sent = 0;
        try {
            while (sent < MOST) {
                flood.step.send(hostile, sent++);
            }
        } catch (IOException _) {
            // closed
        }
        return sent;
    }

    @Test
    void requestsUpToTheLimitAreAnsweredAndOneMoreIsRefused() throws Exception {
        try (var client = RawHttp2.open(service, WINDOW)) {
            for (int i = 0; i <= TlsProfile.STREAMS; i++) {
                client.send(HEADERS, END_HEADERS, 2 * i + 1, POST);
            }
            int above = 2 * TlsProfile.STREAMS + 1;
            RawHttp2.Frame refused = client.until(frame -> frame.type() == RST_STREAM);
            assertThat(refused).isNotNull();
            assertThat(refused.stream()).isEqualTo(above);
            assertThat(refused.payload()).containsExactly(0, 0, 0, REFUSED_STREAM);

            client.send(RST_STREAM, 0, 1, new byte[] {0, 0, 0, 8});
            client.get(above + 2, "/q/health/live");
            assertThat(client.until(frame -> frame.is(HEADERS, above + 2))).isNotNull();
        }
    }

    @Test
    void aHandshakeThatDoesNotEndIsClosed() throws Exception {
        try (var silent = new Socket(service.getHost(), service.getPort());
                var half = new Socket(service.getHost(), service.getPort())) {
            silent.setSoTimeout(20_000);
            half.setSoTimeout(20_000);
            half.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1, 0, 1});

            assertThat(silent.getInputStream().readAllBytes()).isEmpty();
            assertThat(half.getInputStream().readAllBytes()).isEmpty();
        }
    }

    @Test
    void aLengthBesideATransferCodingIsRefusedOverTlsToo() throws Exception {
        try (SSLSocket socket = RawTls.connect(service, "http/1.1")) {
            socket.getOutputStream()
                    .write(("POST /v1/messages HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                                    + "content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));

            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 400 ");
        }
    }

    private HttpResponse<String> ask() throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_2)
                .sslContext(RawTls.context())
                .build()) {
            return client.send(
                    HttpRequest.newBuilder(service.resolve("/q/health/live")).build(), BodyHandlers.ofString());
        }
    }
}
