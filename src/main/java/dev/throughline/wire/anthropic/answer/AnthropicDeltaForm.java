package dev.throughline.wire.anthropic.answer;

import dev.throughline.wire.FieldReader;
import dev.throughline.wire.FramePatternLearner;
import dev.throughline.wire.WireException;
import dev.throughline.wire.sse.FramePattern;
import dev.throughline.wire.sse.SseFrame;
import java.util.Optional;

/// The form that the deltas of the open block have: nearly all of them differ in their text only, so they need no JSON
/// reader.
final class AnthropicDeltaForm {
    /// A backend whose deltas all differ elsewhere too (random padding) is not learnt from for ever.
    private static final int PATIENCE = 16;

    private Optional<FramePattern> form = Optional.empty();
    private int fruitless;

    /// The text of a frame of the form that was learnt.
    Optional<String> text(SseFrame frame) {
        if (form.isEmpty() || !form.get().matches(frame)) {
            return Optional.empty();
        }
        fruitless = 0;
        return Optional.of(form.get().text(frame));
    }

    /// Learns from a frame that was read in full.
    void learn(SseFrame frame, FieldReader delta) throws WireException {
        String field = field(delta.string("type"));
        if (fruitless > PATIENCE || field.isEmpty()) {
            return;
        }
        fruitless++;
        form = FramePatternLearner.of(frame, field);
    }

    /// Another block: what the frames say besides their text changes.
    void forget() {
        form = Optional.empty();
    }

    private static String field(String type) {
        return switch (type) {
            case "thinking_delta" -> "thinking";
            case "text_delta" -> "text";
            case "input_json_delta" -> "partial_json";
            default -> "";
        };
    }
}
