package dev.throughline.wire;

import dev.throughline.stream.StreamEvent;

/// Collects the events of one answer into a single body. One encoder per answer; not thread-safe.
public interface WholeEncoder {
    /// Takes the next event. A `Failure` must not be passed: the caller responds with `DialectCodec.error`.
    void on(StreamEvent event);

    /// The body as UTF-8 JSON, once the `Finish` event was taken.
    byte[] body();
}
