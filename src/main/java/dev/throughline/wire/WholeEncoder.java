package dev.throughline.wire;

import dev.throughline.stream.StreamEvent;

/// Collects the events of one answer into one body. One encoder per answer; not thread-safe.
public interface WholeEncoder {

    /// Takes the next event. A `Failure` is not for this encoder: its caller answers with `DialectCodec.error`.
    void on(StreamEvent event);

    /// The body as UTF-8 JSON, once the `Finish` event was taken.
    byte[] body();
}
