package dev.throughline.run;

import dev.throughline.conversation.Dialect;
import dev.throughline.verdict.RunVerdict;
import java.util.List;
import java.util.Optional;

/// What is known of a run when it is sealed.
///
/// @param exchanges all of them, by number
/// @param backendDialect the dialect of the run's backend; empty in a stub run, or when it is no longer
///     configured
public record SealedRun(
        Run run, List<RecordedExchange> exchanges, RunVerdict verdict, Optional<Dialect> backendDialect) {
    public SealedRun {
        exchanges = List.copyOf(exchanges);
    }
}
