package dev.throughline.run.training;

import dev.throughline.stream.FinishReason;
import dev.throughline.trace.ExchangeOutcome;
import dev.throughline.trace.RequestKind;
import java.util.Optional;
import java.util.OptionalInt;

/// The part of an exchange that the tree of a run's requests needs.
///
/// @param conversation number of the exchange that began the conversation
/// @param parent number of the exchange that the request continues
/// @param retryOf number of the exchange with the same request, if its answer was not used
/// @param finish why the model stopped; empty for an unfinished answer
/// @param isDeleted whether the client deleted the answer
/// @param replacesHistory whether the request left out an answer that the request of its parent still
///     carried, or the answer of its parent itself (compaction)
public record RequestNode(
        int number,
        int conversation,
        OptionalInt parent,
        OptionalInt retryOf,
        RequestKind kind,
        ExchangeOutcome outcome,
        Optional<FinishReason> finish,
        boolean isDeleted,
        boolean replacesHistory) {}
