package dev.throughline.wire.anthropic.answer;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FramePattern;
import dev.throughline.wire.sse.SseFrame;
import java.io.IOException;
import java.util.Optional;

/// Learns the pattern of frames that carry a single text.
final class FramePatternLearner {
    private FramePatternLearner() {}

    /// The pattern of a frame around the only string with this field name in its JSON.
    /// @return empty when there is no such string or more than one, when the data is spread over several
    ///     lines, and when it is not JSON
    static Optional<FramePattern> of(SseFrame frame, String field) {
        if (frame.data() != frame.bytes()) {
            return Optional.empty();
        }
        int length = frame.dataTo() - frame.dataFrom();
        try (JsonParser parser = StrictJson.LENIENT.getFactory().createParser(frame.data(), frame.dataFrom(), length)) {
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
