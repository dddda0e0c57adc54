package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.AnswerHead;
import dev.throughline.wire.ReasoningField;
import dev.throughline.wire.StreamEncoder;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WholeEncoder;
import dev.throughline.wire.WireException;
import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Encodes events both ways and reads what came out.
public final class EncodedResponses {
    public static final AnswerHead HEAD = new AnswerHead(
            "k1", "glm-5", Instant.ofEpochSecond(1_790_000_000L), true, ReasoningField.REASONING_CONTENT, "");

    static final StreamEvent STOP = new StreamEvent.Finish(FinishReason.STOP);

    private EncodedResponses() {}

    /// One frame: its `event:` line and its data.
    public record Frame(String event, ObjectNode data) {
        public int at(String field) {
            return data.path(field).asInt(-1);
        }

        public String text(String pointer) {
            return data.at(pointer).asText();
        }
    }

    public static String stream(List<StreamEvent> events) {
        StreamEncoder encoder = new ResponsesCodec().streamEncoder(HEAD);
        var out = new FrameBuffer();
        events.forEach(event -> encoder.on(event, out));
        return new String(out.take(), StandardCharsets.UTF_8);
    }

    public static List<Frame> frames(List<StreamEvent> events) throws WireException {
        String text = stream(events);
        List<Frame> frames = new ArrayList<>();
        for (String record : text.split("\n\n")) {
            String[] lines = record.split("\n");
            if (lines.length != 2 || !lines[0].startsWith("event: ") || !lines[1].startsWith("data: ")) {
                throw new IllegalStateException("not an event and a data line: " + record);
            }
            frames.add(new Frame(lines[0].substring(7), json(lines[1].substring(6))));
        }
        return frames;
    }

    public static ObjectNode whole(List<StreamEvent> events) throws WireException {
        WholeEncoder encoder = new ResponsesCodec().wholeEncoder(HEAD);
        events.forEach(encoder::on);
        return StrictJson.parse(encoder.body());
    }

    public static ObjectNode json(String text) throws WireException {
        return StrictJson.parse(text.getBytes(StandardCharsets.UTF_8));
    }
}
