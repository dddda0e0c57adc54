package dev.throughline.gateway.answer;

import dev.throughline.gateway.admission.DiscardedBody;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;

/// Writes bytes the way a bad server does.
final class FaultyWriter {
    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final int slice;

    FaultyWriter(HttpServerRequest request, int slice) {
        this.request = request;
        this.response = request.response();
        this.slice = slice;
    }

    /// Writes bytes in slices, if so asked.
    void write(byte[] bytes) {
        int step = slice > 0 ? slice : Math.max(1, bytes.length);
        for (int at = 0; at < bytes.length; at += step) {
            response.write(Buffer.buffer(bytes).slice(at, Math.min(bytes.length, at + step)));
        }
    }

    /// Writes bytes, then drops the connection without an end.
    void drop(byte[] last) {
        if (last.length == 0 && !response.headWritten()) {
            DiscardedBody.cut(request);
            return;
        }
        response.write(Buffer.buffer(last)).onComplete(_ -> DiscardedBody.cut(request));
    }

    /// The length up to the middle of the first character of several bytes, or -1 when there is none.
    static int insideCharacter(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] < 0) {
                return i + 1;
            }
        }
        return -1;
    }
}
