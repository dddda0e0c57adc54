package dev.throughline.backend.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.EventSink;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.sse.SseFrame;
import java.util.function.Consumer;

/// Receives the answer of a real backend: its events, and the frames from which they were read. Confined to
/// one event loop.
///
/// Order: `opened`, then for each frame `frame`, its events, `frameOver`; or `whole`, its events,
/// `frameOver`. An answer with an error status is `refused` and one `Failure`. A `Failure` may come at any
/// time and is the last event.
public interface BackendSink extends EventSink {

    /// The reader for the frames of this answer; requested once, before `opened`.
    StreamDecoder decoder();

    /// Status and headers of a successful response were received.
    void opened(BackendHead head);

    /// A frame was received.
    /// @param out receives what is read and passed on in its place
    default void arrived(SseFrame frame, Consumer<SseFrame> out) {
        out.accept(frame);
    }

    /// A frame was received; its events follow.
    void frame(SseFrame frame);

    /// A part of an answer was received that is buffered until it is complete.
    void kept(byte[] part);

    /// So many bytes of an incomplete frame are buffered until it is complete.
    void partial(int bytes);

    /// The request was sent: it is no longer needed.
    void sent();

    /// The whole answer was received in one body; its events follow.
    /// @param bytes the body as received
    void whole(ObjectNode body, byte[] bytes);

    /// All events of the frame or body were emitted.
    void frameOver();

    /// The backend responded with an error status; the `Failure` follows.
    void refused(BackendHead head, byte[] body);
}
