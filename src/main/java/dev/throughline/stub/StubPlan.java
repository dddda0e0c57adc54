package dev.throughline.stub;

import dev.throughline.stream.AnswerProducer;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.trace.PlantedItem;
import dev.throughline.vendor.VendorError;
import dev.throughline.vendor.Violation;
import java.util.List;
import java.util.Optional;

/// A planned answer of the stub, ready to be recorded and then produced.
///
/// @param items the items that the answer will contain
/// @param contentHash the content hash of a later request's assistant message that carries this answer unchanged
/// @param refusal the fault that replaces the answer before the first byte
/// @param violations of the law of the vendor that the stub answers as
/// @param reply produces the events
public record StubPlan(
        List<PlantedItem> items,
        String contentHash,
        Optional<Failure> refusal,
        List<Violation> violations,
        AnswerProducer reply) {
    public StubPlan {
        items = List.copyOf(items);
        violations = List.copyOf(violations);
    }

    /// A request that the vendor refuses, for which no answer is planned.
    static StubPlan refused(Optional<Failure> refusal, List<Violation> violations) {
        return new StubPlan(List.of(), "", refusal, violations, _ -> {
            throw new IllegalStateException("a refused request has no answer");
        });
    }

    /// The error with which the vendor answers instead.
    public Optional<VendorError> vendorRefusal() {
        return violations.stream().filter(Violation::isRefused).findFirst().map(Violation::error);
    }
}
