package dev.throughline.backend.http;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The start of a request's body, kept while the request may have to be sent again: over a reused connection, for a
/// short time, and for a small body only.
final class ResendBuffer {
    private static final int LARGEST = 64 * 1024;

    private final List<Buffer> parts = new ArrayList<>();
    private long bytes;
    private boolean isKept;
    private long sinceNanos;

    /// The request goes over a connection.
    /// @param isReused whether that carried a request before
    void start(boolean isReused) {
        isKept = isReused && bytes <= LARGEST;
        sinceNanos = System.nanoTime();
        if (!isKept) {
            release();
        }
    }

    /// Keeps a part that is sent, unless the request is not sent again anyway.
    void add(Buffer part) {
        if (!isKept) {
            return;
        }
        parts.add(part);
        bytes += part.length();
        if (bytes > LARGEST) {
            release();
        }
    }

    /// Keeps a part that no connection was there for.
    void hold(Buffer part) {
        parts.add(part);
        bytes += part.length();
    }

    /// Whether the request may be sent again, and all of its body is here.
    boolean isComplete() {
        return isKept && System.nanoTime() - sinceNanos < LoopConnections.RESEND_MILLIS * 1_000_000;
    }

    void forEach(Consumer<Buffer> action) {
        parts.forEach(action);
    }

    void release() {
        isKept = false;
        parts.clear();
        bytes = 0;
    }
}
