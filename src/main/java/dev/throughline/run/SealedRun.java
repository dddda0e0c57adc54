package dev.throughline.run;

import dev.throughline.conversation.Dialect;
import dev.throughline.verdict.RunVerdict;
import java.util.List;
import java.util.Optional;

/// What is known of a run at the moment when it is sealed.
///
/// @param exchanges all of them, by number
/// @param backendDialect what the run's backend speaks; empty in a stub run, or when it is no longer configured
public record SealedRun(
        Run run, List<RecordedExchange> exchanges, RunVerdict verdict, Optional<Dialect> backendDialect) {
    public SealedRun {
        exchanges = List.copyOf(exchanges);
    }
}
