package dev.throughline.wire;

import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.sse.SseFrame;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads the frames of one answer of a backend. One decoder per answer; not thread-safe; never throws.
///
/// The events obey the grammar of `StreamEvent`: one `Start` first, `Usage` before the terminal, at most one terminal.
/// What cannot be read, an error frame and an end without the dialect's end marker are a `Failure`. After the terminal
/// nothing is given any more. Frames that say nothing to anyone but their dialect give no event.
public interface StreamDecoder {

    /// Reads one frame.
    void on(SseFrame frame, Consumer<? super StreamEvent> out);

    /// The stream ended without an error of the connection.
    void end(Consumer<? super StreamEvent> out);

    /// What collects the `reasoning_details` of the answer, in a dialect that has them.
    default Optional<ReasoningDetails> reasoningDetails() {
        return Optional.empty();
    }
}
