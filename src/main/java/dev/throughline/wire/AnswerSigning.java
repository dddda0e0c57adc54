package dev.throughline.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.sse.SseFrame;
import java.util.function.Consumer;

/// Adds a proof to each reasoning block that a backend left without one, in an answer for a client of the backend's own
/// dialect. Only frames that lack a proof are changed, or get one more beside them; all others pass as they came.
///
/// One per answer; not thread-safe; never throws.
public interface AnswerSigning {
    /// For dialects that have no proofs.
    AnswerSigning NONE = new AnswerSigning() {
        @Override
        public void on(SseFrame frame, Consumer<SseFrame> out) {
            out.accept(frame);
        }

        @Override
        public boolean whole(ObjectNode body) {
            return false;
        }
    };

    /// Takes the next frame and gives what is read and forwarded in its place.
    void on(SseFrame frame, Consumer<SseFrame> out);

    /// Signs an answer that came in one body.
    /// @param body the answer; changed where a proof is missing
    /// @return whether it was changed
    boolean whole(ObjectNode body);
}
