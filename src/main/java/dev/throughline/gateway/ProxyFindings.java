package dev.throughline.gateway;

import dev.throughline.backend.ReasoningStart;
import dev.throughline.filter.Anomaly;
import dev.throughline.filter.GlmFilter;
import dev.throughline.run.Produced;
import dev.throughline.run.RecordedAnomaly;
import dev.throughline.stream.StreamEvent;
import dev.throughline.trace.AnswerItems;
import dev.throughline.trace.Category;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What a real backend's answer contained, and what was odd about it.
record ProxyFindings(AnswerItems items, Optional<GlmFilter> filter, ReasoningStart start) implements Findings {

    @Override
    public void on(StreamEvent event) {
        items.on(event);
    }

    @Override
    public Produced produced() {
        List<RecordedAnomaly> anomalies = filter.map(GlmFilter::anomalies).orElse(List.of()).stream()
                .map(ProxyFindings::recorded)
                .toList();
        boolean isOrphan = anomalies.stream()
                .anyMatch(anomaly -> anomaly.kind().equals("orphan-closer")
                        && anomaly.detail().equals("</think>"));
        if (isOrphan && items.items().stream().noneMatch(item -> item.category() == Category.THINK)) {
            start.sawOrphanCloser();
        }
        return new Produced(items.items(), items.contentHash(), anomalies);
    }

    private static RecordedAnomaly recorded(Anomaly anomaly) {
        String kind = anomaly.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
        return new RecordedAnomaly(kind, anomaly.at(), anomaly.detail());
    }
}
