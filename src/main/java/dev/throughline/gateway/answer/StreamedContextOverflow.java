package dev.throughline.gateway.answer;

import dev.throughline.conversation.Dialect;
import dev.throughline.gateway.admission.DialectRequest;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.wire.ContextOverflow;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.SseFrame;
import java.util.Arrays;

/// Reports in a stream that the conversation exceeds the context of the model.
final class StreamedContextOverflow {
    private StreamedContextOverflow() {}

    /// Whether a stream of which nothing was sent reports it in an event: codex 0.169 acts on the code of
    /// `response.failed`, not on that of an error body.
    static boolean isWanted(DialectRequest dialectRequest, Failure failure) {
        return failure.kind() == FailureKind.CONTEXT_OVERFLOW
                && dialectRequest.codec().dialect() == Dialect.RESPONSES;
    }

    /// Whether the frame with which a backend reported a failure may be forwarded as received.
    static boolean isForwarded(Dialect dialect, Failure failure, SseFrame frame) {
        return failure.kind() != FailureKind.CONTEXT_OVERFLOW
                || StrictJson.object(Arrays.copyOfRange(frame.data(), frame.dataFrom(), frame.dataTo()))
                        .filter(body -> ContextOverflow.isReported(dialect, body))
                        .isPresent();
    }
}
