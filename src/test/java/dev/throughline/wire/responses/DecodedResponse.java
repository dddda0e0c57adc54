package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.sse.SseDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Reads what a backend wrote, adjacent deltas joined.
public final class DecodedResponse {
    private static final int LARGEST = 1 << 20;

    private DecodedResponse() {}

    /// A stream of these events' data, `'` standing for `"`.
    static List<StreamEvent> frames(String... data) {
        var text = new StringBuilder();
        for (String one : data) {
            text.append("data: ").append(one.replace('\'', '"')).append("\n\n");
        }
        return stream(text.toString());
    }

    static List<StreamEvent> stream(String text) {
        return joined(chunks(List.of(text.getBytes(StandardCharsets.UTF_8))));
    }

    /// A stream in chunks of this many bytes.
    static List<StreamEvent> pieces(String text, int size) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        List<byte[]> chunks = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += size) {
            chunks.add(Arrays.copyOfRange(bytes, at, Math.min(at + size, bytes.length)));
        }
        return joined(chunks(chunks));
    }

    /// The events as they came, the end of the stream included.
    static List<StreamEvent> chunks(List<byte[]> chunks) {
        StreamDecoder decoder = new ResponsesBackendCodec().streamDecoder();
        var frames = new SseDecoder(LARGEST);
        List<StreamEvent> events = new ArrayList<>();
        for (byte[] chunk : chunks) {
            frames.feed(chunk, frame -> decoder.on(frame, events::add));
        }
        decoder.end(events::add);
        return events;
    }

    public static List<StreamEvent> whole(ObjectNode body) {
        List<StreamEvent> events = new ArrayList<>();
        new ResponsesBackendCodec().decode(body, events::add);
        return joined(events);
    }

    static List<StreamEvent> joined(List<StreamEvent> events) {
        List<StreamEvent> joined = new ArrayList<>();
        for (StreamEvent event : events) {
            StreamEvent last = joined.isEmpty() ? new StreamEvent.Start("") : joined.getLast();
            if (event instanceof TextDelta(String more) && last instanceof TextDelta(String text)) {
                joined.set(joined.size() - 1, new TextDelta(text + more));
            } else if (event instanceof ReasoningDelta(String more) && last instanceof ReasoningDelta(String text)) {
                joined.set(joined.size() - 1, new ReasoningDelta(text + more));
            } else if (event instanceof ToolCallArgs(int index, String more)
                    && last instanceof ToolCallArgs(int _, String text)) {
                joined.set(joined.size() - 1, new ToolCallArgs(index, text + more));
            } else {
                joined.add(event);
            }
        }
        return joined;
    }
}
