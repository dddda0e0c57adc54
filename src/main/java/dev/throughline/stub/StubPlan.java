package dev.throughline.stub;

import dev.throughline.stream.AnswerProducer;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.PlantedItem;
import java.util.List;
import java.util.Optional;

/// A planned answer of the stub, ready to be recorded and then produced.
///
/// @param items the items that the answer will contain
/// @param contentHash the content hash of a later request's assistant message that carries this answer unchanged
/// @param refusal the fault that replaces the answer before the first byte
/// @param reply produces the events
public record StubPlan(List<PlantedItem> items, String contentHash, Optional<Failure> refusal, AnswerProducer reply) {
    public StubPlan {
        items = List.copyOf(items);
    }
}
