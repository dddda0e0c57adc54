package dev.throughline.stub;

import dev.throughline.stream.AnswerProducer;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.PlantedItem;
import java.util.List;
import java.util.Optional;

/// An answer of the stub, ready to be recorded and then produced.
///
/// @param items what the answer will plant
/// @param contentHash what a later request's assistant message hashes to when it carries this answer unchanged
/// @param refusal the fault that answers instead, before the first byte
/// @param reply produces the events
public record StubPlan(List<PlantedItem> items, String contentHash, Optional<Failure> refusal, AnswerProducer reply) {
    public StubPlan {
        items = List.copyOf(items);
    }
}
