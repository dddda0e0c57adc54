package dev.throughline.backend.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.EventSink;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.util.function.Consumer;

/// Takes the answer of a real backend: its events, and around them what they were read from. On one event loop.
///
/// Order: `opened`, then for each frame `frame`, its events, `frameOver`; or `whole`, its events, `frameOver`. An
/// answer
/// with an error status is `refused` and one `Failure`. A `Failure` may come at any time and is the last event.
public interface BackendSink extends EventSink {

    /// The reader for the frames of this answer; asked for once, before `opened`.
    StreamDecoder decoder();

    /// Status and headers of a good answer came.
    void opened(BackendHead head);

    /// A frame came.
    /// @param out takes what is read and passed on in its place
    default void arrived(SseFrame frame, Consumer<SseFrame> out) {
        out.accept(frame);
    }

    /// A frame came; its events follow.
    void frame(SseFrame frame);

    /// A part of an answer came that is kept until it is whole.
    void kept(byte[] part);

    /// A frame is under way of which so many bytes are kept until it is whole.
    void partial(int bytes);

    /// The request was sent: nothing of it is needed any more.
    void sent();

    /// The whole answer came in one body; its events follow.
    /// @param bytes the body as it came
    void whole(ObjectNode body, byte[] bytes);

    /// All events of the frame or body were given.
    void frameOver();

    /// The backend answered with an error status; the `Failure` follows.
    void refused(BackendHead head, byte[] body);
}
