package dev.throughline.trace;

import java.util.List;
import java.util.Optional;

/// The tracer's record of one exchange.
///
/// @param number number in the run, from 1
/// @param answerKey the key from which the answer's ids are derived (`AnswerHead.key`)
/// @param link which conversation the request continued
/// @param facts what the request contained besides its history
/// @param items the items of the answer; empty if it failed before anything was issued
/// @param observations what the request did with the items of earlier exchanges
/// @param contentHash SHA-256 (hex) over the answer's visible text and calls, empty for an unfinished answer
/// @param outcome how the exchange ended
/// @param details reasoning details that the backend issued and expects back
public record TracedExchange(
        int number,
        String answerKey,
        ConversationLink link,
        RequestFacts facts,
        List<PlantedItem> items,
        List<Observation> observations,
        Optional<String> contentHash,
        ExchangeOutcome outcome,
        Optional<IssuedReasoningDetails> details) {
    public TracedExchange {
        items = List.copyOf(items);
        observations = ObservationHistory.unchanging(observations);
    }
}
