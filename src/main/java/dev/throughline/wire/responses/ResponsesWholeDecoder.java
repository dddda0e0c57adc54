package dev.throughline.wire.responses;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.wire.ReasoningDetailsBuilder;
import java.util.function.Consumer;

/// Decodes an answer received in one body, by the same rules as the end of a stream.
final class ResponsesWholeDecoder {
    private ResponsesWholeDecoder() {}

    /// @param origins receives where the reasoning of the following events is
    public static void decode(
            ObjectNode body, Consumer<ReasoningDetailsBuilder.Origin> origins, Consumer<? super StreamEvent> out) {
        JsonNode output = body.path("output");
        String status = body.path("status").asText(output.isArray() ? "completed" : "");
        boolean isComplete = status.equals("completed");
        if (!output.isArray() || !isComplete && !status.equals("incomplete")) {
            out.accept(ResponsesAnswerEnd.failure(body, status));
            return;
        }
        var events = new ResponsesAnswerEvents(origins);
        events.into(out);
        events.start(body.path("model").asText(""));
        new ResponsesOutputReader(events).end(output);
        ResponsesAnswerEnd.finished(body, isComplete, events);
    }
}
