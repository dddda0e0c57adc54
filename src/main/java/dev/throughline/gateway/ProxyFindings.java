package dev.throughline.gateway;

import dev.throughline.filter.Anomaly;
import dev.throughline.filter.GlmFilter;
import dev.throughline.filter.ReasoningEvidence;
import dev.throughline.run.Produced;
import dev.throughline.run.RecordedAnomaly;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.AnswerItems;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// What a real backend's answer contained, and what was odd about it.
/// @param learn takes what a filtered answer shows about where its model puts reasoning
/// @param ofRequest what was odd about the request
record ProxyFindings(
        AnswerItems items,
        Optional<GlmFilter> filter,
        Consumer<ReasoningEvidence> learn,
        List<RecordedAnomaly> ofRequest)
        implements Findings {

    @Override
    public void on(StreamEvent event) {
        items.on(event);
    }

    @Override
    public Produced produced() {
        List<RecordedAnomaly> anomalies = filter.map(GlmFilter::anomalies).orElse(List.of()).stream()
                .map(ProxyFindings::recorded)
                .toList();
        filter.map(GlmFilter::reasoningEvidence).ifPresent(learn);
        List<RecordedAnomaly> all =
                Stream.concat(ofRequest.stream(), anomalies.stream()).toList();
        return new Produced(items.items(), items.contentHash(), all);
    }

    private static RecordedAnomaly recorded(Anomaly anomaly) {
        String kind = anomaly.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return new RecordedAnomaly(kind, anomaly.at(), anomaly.detail());
    }
}
