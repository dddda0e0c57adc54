package dev.throughline.wire.anthropic.answer;

import dev.throughline.wire.FieldReader;
import dev.throughline.wire.WireException;
import dev.throughline.wire.sse.FramePattern;
import dev.throughline.wire.sse.SseFrame;
import java.util.Optional;

/// The pattern of the open block's deltas: nearly all of them differ only in their text, so they need no
/// JSON parser.
final class AnthropicDeltaForm {
    /// Learning stops for a backend whose deltas also differ elsewhere (random padding).
    private static final int PATIENCE = 16;

    private Optional<FramePattern> form = Optional.empty();
    private int fruitless;

    /// The text of a frame that matches the learned pattern.
    Optional<String> text(SseFrame frame) {
        if (form.isEmpty() || !form.get().matches(frame)) {
            return Optional.empty();
        }
        fruitless = 0;
        return Optional.of(form.get().text(frame));
    }

    /// Learns from a frame that was parsed completely.
    void learn(SseFrame frame, FieldReader delta) throws WireException {
        String field = field(delta.string("type"));
        if (fruitless > PATIENCE || field.isEmpty()) {
            return;
        }
        fruitless++;
        form = FramePatternLearner.of(frame, field);
    }

    /// A new block: the rest of the frames changes.
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
