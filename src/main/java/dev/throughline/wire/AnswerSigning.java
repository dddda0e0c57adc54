package dev.throughline.wire;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.wire.sse.SseFrame;
import java.util.function.Consumer;

/// Adds a proof to each reasoning block that a backend left without one, in an answer for a client of the
/// backend's own dialect. Only frames that lack a proof are changed or supplemented; all others pass
/// unchanged.
///
/// One instance per answer; not thread-safe; never throws.
public interface AnswerSigning {
    /// For dialects without proofs.
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

    /// Takes the next frame and passes on what replaces it.
    void on(SseFrame frame, Consumer<SseFrame> out);

    /// Signs an answer received in one body.
    /// @param body the answer; modified if a proof is missing
    /// @return whether it was modified
    boolean whole(ObjectNode body);
}
