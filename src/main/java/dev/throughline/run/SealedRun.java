package dev.throughline.run;

import dev.throughline.conversation.Dialect;
import dev.throughline.verdict.RunScore;
import dev.throughline.verdict.RunVerdict;
import java.util.Optional;

/// Facts about a run when it is sealed.
///
/// @param score the verdict with the counts over all items
/// @param backendDialect the dialect of the run's backend; empty in a stub run, or when it is no longer configured
public record SealedRun(Run run, RunScore score, RunTally tally, RequestMix mix, Optional<Dialect> backendDialect) {
    public RunVerdict verdict() {
        return score.verdict();
    }
}
