package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.throughline.wire.FieldReader;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.sse.FramePattern;
import dev.throughline.wire.sse.SseFrame;
import java.io.IOException;
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

    /// Learns the pattern of frames that carry a single text.
    static final class FramePatternLearner {
        private FramePatternLearner() {}

        /// The pattern of a frame around the only string with this field name in its JSON.
        /// @return empty when there is no such string or more than one, when the data is spread over several
        ///     lines, and when it is not JSON
        static Optional<FramePattern> of(SseFrame frame, String field) {
            if (frame.data() != frame.bytes()) {
                return Optional.empty();
            }
            int length = frame.dataTo() - frame.dataFrom();
            try (JsonParser parser =
                    StrictJson.LENIENT.getFactory().createParser(frame.data(), frame.dataFrom(), length)) {
                return only(frame, field, parser);
            } catch (IOException _) {
                return Optional.empty();
            }
        }

        private static Optional<FramePattern> only(SseFrame frame, String field, JsonParser parser) throws IOException {
            Optional<FramePattern> found = Optional.empty();
            while (parser.nextToken() != null) {
                if (parser.currentToken() == JsonToken.VALUE_STRING && field.equals(parser.currentName())) {
                    if (found.isPresent()) {
                        return Optional.empty();
                    }
                    found = Optional.of(around(frame, parser));
                }
            }
            return found;
        }

        private static FramePattern around(SseFrame frame, JsonParser parser) throws IOException {
            int quote = frame.dataFrom() + (int) parser.currentTokenLocation().getByteOffset();
            // The parser is after the closing quote only once the text has been read.
            parser.getTextLength();
            int behind = frame.dataFrom() + (int) parser.currentLocation().getByteOffset();
            return FramePattern.of(frame, quote + 1, behind - 1);
        }
    }
}
