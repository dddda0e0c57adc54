package dev.throughline.wire.anthropic.relay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FinishReason;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.anthropic.answer.AnthropicUsage;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.SseFrame;

/// Rewrites a frame with one field changed; its other fields are kept.
final class AnthropicFrameEdit {
    private AnthropicFrameEdit() {}

    static void index(SseFrame frame, int index, FrameBuffer out) {
        write(frame, event(frame).put("index", index), out);
    }

    /// Changes the stop reason of a frame that has one.
    static void stopReason(SseFrame frame, FinishReason reason, FrameBuffer out) {
        if (!frame.isEmpty()
                && event(frame) instanceof ObjectNode event
                && event.path("delta") instanceof ObjectNode delta) {
            delta.put("stop_reason", AnthropicUsage.stopReason(reason));
            write(frame, event, out);
        } else {
            out.raw(frame.bytes(), frame.from(), frame.length());
        }
    }

    private static void write(SseFrame frame, ObjectNode event, FrameBuffer out) {
        if (!frame.event().isEmpty()) {
            out.raw("event: ").raw(frame.event()).raw("\n");
        }
        out.raw("data: ").raw(StrictJson.write(event)).raw("\n\n");
    }

    /// Only for frames that were already parsed; what follows the answer's end need not be JSON.
    private static ObjectNode event(SseFrame frame) {
        try {
            JsonNode event = StrictJson.LENIENT.readTree(frame.text());
            return event instanceof ObjectNode object ? object : StrictJson.LENIENT.createObjectNode();
        } catch (JsonProcessingException _) {
            return StrictJson.LENIENT.createObjectNode();
        }
    }
}
