package dev.throughline.wire;

import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.sse.FrameBuffer;

/// Encodes the events of one answer as frames of a dialect. One encoder per answer; not thread-safe.
///
/// May assume that events obey the grammar of `StreamEvent`. Everything that ends the stream for a client (finish
/// reason, usage, end marker) is written on the terminal event and not before, so that the caller decides when.
public interface StreamEncoder {
    /// Appends the frames of one event, possibly none.
    void on(StreamEvent event, FrameBuffer out);

    /// Appends a frame that keeps an idle connection open and that clients ignore.
    void keepAlive(FrameBuffer out);
}
