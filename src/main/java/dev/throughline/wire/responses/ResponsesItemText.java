package dev.throughline.wire.responses;

import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.FrameBuffer;
import java.nio.charset.StandardCharsets;

/// The growing text of an output item, which the last events of a stream repeat.
final class ResponsesItemText {
    private final Kind kind;
    private final StringBuilder text = new StringBuilder();

    /// The events that it grows by.
    public enum Kind {
        REASONING,
        TEXT,
        ARGUMENTS
    }

    public ResponsesItemText(Kind kind) {
        this.kind = kind;
    }

    /// A text that begins like this.
    static ResponsesItemText of(String beginning) {
        var begun = new ResponsesItemText(Kind.TEXT);
        begun.append(beginning);
        return begun;
    }

    public void append(String more) {
        text.append(more);
    }

    Kind kind() {
        return kind;
    }

    public boolean isEmpty() {
        return text.isEmpty();
    }

    /// Writes it as the JSON object that it is; an empty one if it is none.
    FrameBuffer object(FrameBuffer out) {
        String written = text.toString();
        boolean isObject =
                StrictJson.object(written.getBytes(StandardCharsets.UTF_8)).isPresent();
        return out.raw(isObject ? written : "{}");
    }

    /// Writes it as a JSON string.
    public FrameBuffer json(FrameBuffer out) {
        return out.json(text);
    }
}
