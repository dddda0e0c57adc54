package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.BackendErrors;
import dev.throughline.wire.TokenCountReader;

/// Decodes how an answer ended.
final class ResponsesAnswerEnd {
    private ResponsesAnswerEnd() {}

    /// Usage and finish reason of a response that is `completed` or `incomplete`.
    static FinishReason finished(JsonNode response, boolean isComplete, ResponsesAnswerEvents events) {
        usage(response, events);
        FinishReason reason = isComplete ? complete(events) : incomplete(response);
        events.finish(reason);
        return reason;
    }

    /// The failure of a response that is neither.
    /// @param body the frame or body, with the error in it or in its `response`
    static Failure failure(JsonNode body, String status) {
        if (BackendErrors.isError(body)
                || body.hasNonNull("error")
                || body.path("response").hasNonNull("error")) {
            return BackendErrors.inStream(body);
        }
        return Failure.of(
                FailureKind.BACKEND,
                "The backend's response ended with the status " + (status.isEmpty() ? "(none)" : status)
                        + " without an error; completed or incomplete was expected.");
    }

    /// Token usage, if the response reports it.
    static void usage(JsonNode response, ResponsesAnswerEvents events) {
        JsonNode usage = response.path("usage");
        var counts = new TokenCountReader();
        int input = counts.read(usage.path("input_tokens"), "input_tokens");
        int output = counts.read(usage.path("output_tokens"), "output_tokens");
        int cached = counts.read(usage.at("/input_tokens_details/cached_tokens"), "cached_tokens");
        int reasoning = counts.read(usage.at("/output_tokens_details/reasoning_tokens"), "reasoning_tokens");
        int written = counts.read(usage.at("/input_tokens_details/cache_write_tokens"), "cache_write_tokens");
        events.usage(new Usage(input, output, cached, reasoning, written, counts.refused()));
    }

    private static FinishReason complete(ResponsesAnswerEvents events) {
        return events.hasCalls() ? FinishReason.TOOL_CALLS : FinishReason.STOP;
    }

    /// Every reason for truncation except a content filter is some kind of limit.
    private static FinishReason incomplete(JsonNode response) {
        String reason = response.at("/incomplete_details/reason").asText("");
        return reason.equals("content_filter") ? FinishReason.CONTENT_FILTER : FinishReason.LENGTH;
    }
}
