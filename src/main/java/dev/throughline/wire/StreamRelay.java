package dev.throughline.wire;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;
import java.util.List;

/// Forwards the frames of a backend to a client of the same dialect: as the bytes that came where nothing was changed,
/// rewritten where a filter changed what they say. Unknown fields, unknown frames and comments survive.
///
/// What ends the stream for a client is held back until `finish`. One relay per answer; not thread-safe.
public interface StreamRelay {

    /// Reads the frames; every frame goes there first.
    StreamDecoder decoder();

    /// Forwards the frame that the decoder has just read.
    /// @param isUnchanged whether the client gets the very events that were read from it
    /// @param passed the events that the client gets instead, without terminals
    void forward(SseFrame frame, boolean isUnchanged, List<StreamEvent> passed, FrameBuffer out);

    /// Ends the answer: what was held back, with the finish reason that the client gets.
    /// @param rest events that came behind the last frame
    void finish(List<StreamEvent> rest, Finish finish, FrameBuffer out);

    /// Gives what came behind the last frame of an answer that fails. A relay that cannot write events has none.
    default void rest(List<StreamEvent> rest, FrameBuffer out) {}

    /// Ends the answer with an error that did not come as a frame.
    void fail(Failure failure, FrameBuffer out);

    /// Ends the answer with the frame in which the backend told an error, the one that the decoder has read last.
    default void fail(SseFrame error, FrameBuffer out) {
        out.raw(error.bytes(), error.from(), error.length());
    }

    /// Appends a frame that keeps an idle connection open and that clients ignore.
    void keepAlive(FrameBuffer out);
}
