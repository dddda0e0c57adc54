package dev.throughline.gateway.answer;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.sse.SseFrame;

/// An outlet for an answer of a backend that speaks the client's dialect: it sees what the events were read from, and
/// forwards that where nothing was changed.
public sealed interface SourceOutlet extends AnswerOutlet permits RelayOutlet, RewriteOutlet {

    /// The reader of the backend's frames.
    StreamDecoder decoder();

    /// A frame came; what became of its events follows.
    void frame(SseFrame frame);

    /// The whole answer came; what became of its events follows.
    /// @param bytes the body as it came
    void whole(ObjectNode body, byte[] bytes);

    /// Nothing more comes of the frame or body.
    /// @param isUnchanged whether the very events that were read from it were passed on
    void frameOver(boolean isUnchanged);

    /// An error status came with this body.
    void refused(byte[] body);
}
