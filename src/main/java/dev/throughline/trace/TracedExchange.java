package dev.throughline.trace;

import java.util.List;
import java.util.Optional;

/// What the tracer keeps of one exchange.
///
/// @param number place in the run, from 1
/// @param answerKey what the answer's ids are made of (`AnswerHead.key`)
/// @param link which conversation the request continued
/// @param facts what the request said besides its history
/// @param items what the answer planted; empty when it failed before anything was issued
/// @param observations what the request did with the items of earlier exchanges
/// @param contentHash SHA-256 (hex) over the answer's visible text and calls, empty for an unfinished answer
/// @param outcome how the exchange ended
/// @param details what the backend wants back of its reasoning, where it issued that
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
        observations = List.copyOf(observations);
    }

    /// An exchange whose backend issued no details.
    public TracedExchange(
            int number,
            String answerKey,
            ConversationLink link,
            RequestFacts facts,
            List<PlantedItem> items,
            List<Observation> observations,
            Optional<String> contentHash,
            ExchangeOutcome outcome) {
        this(number, answerKey, link, facts, items, observations, contentHash, outcome, Optional.empty());
    }
}
