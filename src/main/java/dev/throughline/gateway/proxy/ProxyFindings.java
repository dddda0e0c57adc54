package dev.throughline.gateway.proxy;

import dev.throughline.backend.UnparsedMarkup;
import dev.throughline.filter.Anomaly;
import dev.throughline.filter.FamilyFilter;
import dev.throughline.filter.ReasoningEvidence;
import dev.throughline.gateway.answer.AnswerFindings;
import dev.throughline.gateway.answer.AnswerReasoningDetails;
import dev.throughline.run.AnswerOutcome;
import dev.throughline.run.RecordedAnomaly;
import dev.throughline.stream.StreamEvent;
import dev.throughline.text.KebabCase;
import dev.throughline.trace.AnswerItemCollector;
import dev.throughline.trace.BlockSigner;
import dev.throughline.trace.Category;
import dev.throughline.trace.PlantedItem;
import dev.throughline.trace.repair.BlockSignatureResolver.Unresolved;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The items and anomalies of a real backend's answer.
///
/// @param learn receives what an answer shows about where its model puts reasoning
/// @param details collects the backend's own form of the reasoning
/// @param ofRequest the anomalies of the request
/// @param refusedCounts values that the backend reported as usage and that are invalid
record ProxyFindings(
        AnswerItemCollector items,
        FilterSelector.Chosen chosen,
        Consumer<ReasoningEvidence> learn,
        AnswerReasoningDetails details,
        List<RecordedAnomaly> ofRequest,
        List<RecordedAnomaly> refusedCounts)
        implements AnswerFindings {
    private static final String WRONG_USAGE = "wrong-usage";
    private static final String UNPARSED = "unparsed-markup";
    /// Maximum number of listed proofs per request.
    private static final int MOST_PROOFS = 32;

    ProxyFindings(
            AnswerItemCollector items,
            FilterSelector.Chosen chosen,
            Consumer<ReasoningEvidence> learn,
            AnswerReasoningDetails details,
            List<RecordedAnomaly> ofRequest) {
        this(items, chosen, learn, details, ofRequest, new ArrayList<>());
    }

    /// Proofs of our form in a request that match no reasoning of its run: `unknown-signature` for one that this run
    /// never issued (altered, forged, of another run), `unresolved-signature` for one whose reasoning is not
    /// recorded; the detail is its JSON pointer.
    static List<RecordedAnomaly> ofProofs(List<Unresolved> unresolved, BlockSigner signer) {
        return unresolved.stream()
                .limit(MOST_PROOFS)
                .map(one -> new RecordedAnomaly(
                        signer.isIssued(one.signature()) ? "unresolved-signature" : "unknown-signature", 0, one.path()))
                .toList();
    }

    @Override
    public void on(StreamEvent event) {
        items.on(event);
        details.on(event);
        chosen.unparsed().ifPresent(look -> look.on(event));
        if (event instanceof StreamEvent.Usage usage) {
            usage.refused().forEach(field -> refusedCounts.add(new RecordedAnomaly(WRONG_USAGE, 0, field)));
        }
    }

    @Override
    public AnswerOutcome produced() {
        List<RecordedAnomaly> anomalies = new ArrayList<>(ofRequest);
        anomalies.addAll(refusedCounts);
        chosen.filter().map(FamilyFilter::anomalies).orElse(List.of()).stream()
                .map(ProxyFindings::recorded)
                .forEach(anomalies::add);
        chosen.unparsed()
                .flatMap(UnparsedMarkup::named)
                .ifPresent(markup -> anomalies.add(new RecordedAnomaly(UNPARSED, 0, markup)));
        List<PlantedItem> produced = items.items();
        chosen.filter()
                .map(FamilyFilter::reasoningEvidence)
                .or(() -> unfiltered(produced))
                .ifPresent(learn);
        return new AnswerOutcome(produced, items.contentHash(), anomalies, details.recorded(), Optional.empty());
    }

    /// Without a filter, reasoning can only have been in a field.
    private static Optional<ReasoningEvidence> unfiltered(List<PlantedItem> produced) {
        return produced.stream().anyMatch(item -> item.category() == Category.THINK)
                ? Optional.of(ReasoningEvidence.FIELD)
                : Optional.empty();
    }

    private static RecordedAnomaly recorded(Anomaly anomaly) {
        return new RecordedAnomaly(KebabCase.of(anomaly.kind()), anomaly.at(), anomaly.detail());
    }
}
