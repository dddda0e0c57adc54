package dev.throughline.wire.responses;

import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.wire.sse.FrameBuffer;
import dev.throughline.wire.sse.JsonStringWriter;
import dev.throughline.wire.sse.RecordedText;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/// The events of an answer at their places in its record.
record RecordedEvents(List<StreamEvent> events) {

    /// A text read back, as the inside of a JSON string.
    byte[] inside(RecordedText text) {
        var inside = new FrameBuffer().raw("");
        var writer = new JsonStringWriter();
        for (long at = text.from(); at < text.to(); at++) {
            writer.add(said(text.kind(), events.get((int) at)), inside);
        }
        writer.end(inside);
        assertThat(writer.length()).isEqualTo(text.length());
        return inside.take();
    }

    private static String said(RecordedText.Kind kind, StreamEvent event) {
        return switch (kind) {
            case REASONING -> event instanceof ReasoningDelta(String text) ? text : "";
            case SIGNATURE -> event instanceof ReasoningSignature(String text) ? text : "";
            case REDACTED -> event instanceof RedactedReasoning(String text) ? text : "";
            case TEXT -> event instanceof TextDelta(String text) ? text : "";
            case ARGUMENTS -> event instanceof ToolCallArgs(int _, String text) ? text : "";
        };
    }
}
