package dev.throughline.backend;

import io.vertx.core.Context;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static dev.throughline.testing.VertxResult.await;
import static org.assertj.core.api.Assertions.assertThat;

/// Against a server that reads the request and does not answer.
class BodyWriterIT {
    private static final int BYTES = 3_000_000;
    private static final int COLLECTIONS = 20;

    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();
    private final Promise<Buffer> received = Promise.promise();
    private HttpClientRequest request;

    @BeforeEach
    void connect() throws Exception {
        var server = vertx.createHttpServer()
                .requestHandler(arrived -> arrived.body().onComplete(received))
                .listen(0, "127.0.0.1");
        int port = await(server).actualPort();
        Promise<HttpClientRequest> connected = Promise.promise();
        loop.runOnContext(_ -> vertx.createHttpClient()
                .request(HttpMethod.POST, port, "127.0.0.1", "/")
                .onComplete(connected));
        request = await(connected.future());
    }

    @AfterEach
    void close() throws Exception {
        await(vertx.close());
    }

    @Test
    void writesEveryByteInOrder() throws Exception {
        write();

        assertThat(await(received.future()).getBytes()).isEqualTo(body());
    }

    /// A stream lasts minutes; its request can have megabytes.
    @Test
    void keepsNothingOfTheBodyOnceItIsWritten() throws Exception {
        WeakReference<byte[]> body = write();
        await(received.future());

        for (int i = 0; i < COLLECTIONS && body.get() != null; i++) {
            System.gc();
        }

        assertThat(body.get()).as("the body, while the answer is open").isNull();
        Reference.reachabilityFence(request);
    }

    private WeakReference<byte[]> write() throws Exception {
        byte[] body = body();
        Promise<Void> written = Promise.promise();
        loop.runOnContext(_ -> BodyWriter.write(request, body, () -> false).onComplete(written));
        await(written.future());
        return new WeakReference<>(body);
    }

    private static byte[] body() {
        byte[] body = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            body[i] = (byte) (i / 251 + i);
        }
        return body;
    }
}
