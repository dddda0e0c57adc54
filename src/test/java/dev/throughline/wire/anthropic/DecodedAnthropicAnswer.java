package dev.throughline.wire.anthropic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.testing.Cuts;
import dev.throughline.wire.StreamDecoder;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.WireException;
import dev.throughline.wire.sse.SseDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The events of an answer as the backend codec reads them, adjacent deltas joined.
public final class DecodedAnthropicAnswer {
    private static final int LARGEST = 1_000_000;

    private DecodedAnthropicAnswer() {}

    /// A stream that ends after its last byte.
    public static List<StreamEvent> stream(String stream) {
        return stream(List.of(stream.getBytes(StandardCharsets.UTF_8)));
    }

    public static List<StreamEvent> stream(List<byte[]> chunks) {
        List<StreamEvent> events = new ArrayList<>();
        StreamDecoder decoder = new AnthropicBackendCodec().streamDecoder();
        var frames = new SseDecoder(LARGEST);
        Cuts.feed(chunks, chunk -> frames.feed(chunk, frame -> decoder.on(frame, events::add)));
        decoder.end(events::add);
        return joined(events);
    }

    /// Each line is the data of one event.
    public static List<StreamEvent> data(String... lines) {
        return stream(frames(lines));
    }

    public static String frames(String... lines) {
        var stream = new StringBuilder();
        for (String line : lines) {
            stream.append("data: ").append(line).append("\n\n");
        }
        return stream.toString();
    }

    static List<StreamEvent> whole(byte[] body) throws WireException {
        ObjectNode message = StrictJson.parse(body);
        List<StreamEvent> events = new ArrayList<>();
        new AnthropicBackendCodec().decode(message, events::add);
        return joined(events);
    }

    static List<StreamEvent> whole(String body) throws WireException {
        return whole(body.getBytes(StandardCharsets.UTF_8));
    }

    static List<StreamEvent> joined(List<StreamEvent> events) {
        List<StreamEvent> joined = new ArrayList<>();
        for (StreamEvent event : events) {
            StreamEvent last = joined.isEmpty() ? event : joined.getLast();
            if (!joined.isEmpty() && together(last, event) instanceof StreamEvent both) {
                joined.set(joined.size() - 1, both);
            } else {
                joined.add(event);
            }
        }
        return joined;
    }

    private static @org.jspecify.annotations.Nullable StreamEvent together(StreamEvent first, StreamEvent second) {
        if (first instanceof TextDelta(String text) && second instanceof TextDelta(String more)) {
            return new TextDelta(text + more);
        }
        if (first instanceof ReasoningDelta(String text) && second instanceof ReasoningDelta(String more)) {
            return new ReasoningDelta(text + more);
        }
        if (first instanceof ToolCallArgs(int call, String text)
                && second instanceof ToolCallArgs(int same, String more)
                && call == same) {
            return new ToolCallArgs(call, text + more);
        }
        return null;
    }
}
