package dev.throughline.wire;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.util.List;

/// Forwards the frames of a backend to a client of the same dialect: unchanged frames as the received
/// bytes, rewritten frames where a filter changed their content. Unknown fields, unknown frames and
/// comments are preserved.
///
/// Holds back the frames that end the stream for a client until `finish`. One relay per answer; not thread-safe.
public interface StreamRelay {
    /// The decoder of the frames; every frame is passed to it first.
    StreamDecoder decoder();

    /// The frame that the decoder has just read waits: it is forwarded later, before those behind it.
    void hold(SseFrame frame);

    /// Forwards the earliest frame that waits; if none does, the frame that the decoder has just read.
    /// @param isUnchanged whether the client receives exactly the events decoded from it
    /// @param passed the events that the client receives instead, without terminal events
    void forward(SseFrame frame, boolean isUnchanged, List<StreamEvent> passed, FrameBuffer out);

    /// Ends the answer: sends what was held back, with the client's finish reason.
    /// @param rest events after the last frame
    void finish(List<StreamEvent> rest, Finish finish, FrameBuffer out);

    /// Emits what followed the last frame of a failing answer. A relay that cannot write events has none.
    default void rest(List<StreamEvent> rest, FrameBuffer out) {}

    /// Ends the answer with an error that was not received as a frame.
    void fail(Failure failure, FrameBuffer out);

    /// Ends the answer with the backend's error frame, the last one decoded.
    default void fail(SseFrame error, FrameBuffer out) {
        out.raw(error.bytes(), error.from(), error.length());
    }

    /// Appends a frame that keeps an idle connection open and that clients ignore.
    void keepAlive(FrameBuffer out);
}
