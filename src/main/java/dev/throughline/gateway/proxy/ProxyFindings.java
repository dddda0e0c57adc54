package dev.throughline.gateway.proxy;

import dev.throughline.filter.Anomaly;
import dev.throughline.filter.FamilyFilter;
import dev.throughline.filter.ReasoningEvidence;
import dev.throughline.gateway.answer.AnswerFindings;
import dev.throughline.gateway.answer.AnswerReasoningDetails;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.RecordedAnomaly;
import dev.throughline.stream.StreamEvent;
import dev.throughline.text.KebabCase;
import dev.throughline.trace.answer.AnswerItemCollector;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The items and anomalies of a real backend's answer.
///
/// @param learn receives what a filtered answer shows about where its model puts reasoning
/// @param details collects the backend's own form of the reasoning
/// @param ofRequest the anomalies of the request
/// @param refusedCounts values that the backend reported as usage and that are invalid
record ProxyFindings(
        AnswerItemCollector items,
        Optional<FamilyFilter> filter,
        Consumer<ReasoningEvidence> learn,
        AnswerReasoningDetails details,
        List<RecordedAnomaly> ofRequest,
        List<RecordedAnomaly> refusedCounts)
        implements AnswerFindings {
    private static final String WRONG_USAGE = "wrong-usage";

    ProxyFindings(
            AnswerItemCollector items,
            Optional<FamilyFilter> filter,
            Consumer<ReasoningEvidence> learn,
            AnswerReasoningDetails details,
            List<RecordedAnomaly> ofRequest) {
        this(items, filter, learn, details, ofRequest, new ArrayList<>());
    }

    @Override
    public void on(StreamEvent event) {
        items.on(event);
        details.on(event);
        if (event instanceof StreamEvent.Usage usage) {
            usage.refused().forEach(field -> refusedCounts.add(new RecordedAnomaly(WRONG_USAGE, 0, field)));
        }
    }

    @Override
    public AnswerOutcome produced() {
        List<RecordedAnomaly> anomalies = new ArrayList<>(ofRequest);
        anomalies.addAll(refusedCounts);
        filter.map(FamilyFilter::anomalies).orElse(List.of()).stream()
                .map(ProxyFindings::recorded)
                .forEach(anomalies::add);
        filter.map(FamilyFilter::reasoningEvidence).ifPresent(learn);
        return new AnswerOutcome(items.items(), items.contentHash(), anomalies, details.recorded(), Optional.empty());
    }

    private static RecordedAnomaly recorded(Anomaly anomaly) {
        return new RecordedAnomaly(KebabCase.of(anomaly.kind()), anomaly.at(), anomaly.detail());
    }
}
