package dev.throughline.wire;

import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.sse.SseFrame;
import java.util.Optional;
import java.util.function.Consumer;

/// Decodes the frames of a backend's answer. One decoder per answer; not thread-safe; never throws.
///
/// The events obey the grammar of `StreamEvent`: one `Start` first, `Usage` before the terminal event, at
/// most one terminal event. An unreadable frame, an error frame and an end without the dialect's end marker
/// become a `Failure`. Nothing is emitted after the terminal event. Frames without meaning outside their
/// dialect emit no event.
public interface StreamDecoder {
    /// Decodes one frame.
    void on(SseFrame frame, Consumer<? super StreamEvent> out);

    /// The stream ended without a connection error.
    void end(Consumer<? super StreamEvent> out);

    /// The collector of the answer's `reasoning_details`, in a dialect that has them.
    default Optional<ReasoningDetails> reasoningDetails() {
        return Optional.empty();
    }

    /// The field in which the frames read so far carry reasoning, in a dialect with several.
    default Optional<String> reasoningField() {
        return Optional.empty();
    }
}
