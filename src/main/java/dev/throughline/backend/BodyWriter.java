package dev.throughline.backend;

import io.netty.buffer.Unpooled;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.BufferImpl;
import io.vertx.core.http.HttpClientRequest;
import java.util.function.BooleanSupplier;

/// Writes the body of a request in slices, as fast as the connection takes them: of a large body there is no second
/// copy in memory. Confined to the event loop of the request.
final class BodyWriter {
    /// Netty keeps buffers of this size with their thread; larger ones come and go with whole chunks of memory.
    private static final int SLICE = 32 * 1024;
    private static final byte[] NOTHING = new byte[0];

    private final HttpClientRequest request;
    private final BooleanSupplier isOver;
    private final Promise<Void> written = Promise.promise();
    // The request holds its drain handler, and with it this object, until the answer has ended.
    private byte[] body;
    private int at;

    private BodyWriter(HttpClientRequest request, byte[] body, BooleanSupplier isOver) {
        this.request = request;
        this.body = body;
        this.isOver = isOver;
    }

    /// Writes the body and ends the request.
    /// @param isOver whether the request was given up meanwhile: nothing more of it is written then
    /// @return completes once all of it was written
    static Future<Void> write(HttpClientRequest request, byte[] body, BooleanSupplier isOver) {
        if (body.length <= SLICE) {
            return request.end(Buffer.buffer(body));
        }
        request.putHeader("content-length", Integer.toString(body.length));
        var writer = new BodyWriter(request, body, isOver);
        request.drainHandler(_ -> writer.more());
        writer.more();
        return writer.written.future();
    }

    private void more() {
        while (at < body.length && !isOver.getAsBoolean() && !request.writeQueueFull()) {
            int length = Math.min(SLICE, body.length - at);
            Buffer slice = BufferImpl.buffer(Unpooled.wrappedBuffer(body, at, length));
            at += length;
            if (at == body.length) {
                body = NOTHING;
                request.end(slice).onComplete(written);
            } else {
                request.write(slice);
            }
        }
    }
}
