package dev.throughline.harness.probe;

import dev.throughline.verdict.Status;

/// The results for one dialect.
sealed interface DialectResult {
    ServerDialect dialect();

    /// The server does not support the dialect.
    record Absent(ServerDialect dialect, String reason) implements DialectResult {}

    /// The server did not answer the simplest request; a finding describes the failure.
    record Silent(ServerDialect dialect, DialectSupport.Fault fault) implements DialectResult {}

    /// The server answers.
    ///
    /// @param silencing whether the model stops reasoning if `enable_thinking` is false
    record Probed(
            ServerDialect dialect,
            EmissionEvidence emission,
            HistoryEvidence history,
            ContentArraySupport arrays,
            Status silencing)
            implements DialectResult {
        Status within() {
            return history.best().map(best -> best.within().status()).orElse(Status.INCONCLUSIVE);
        }

        Status across() {
            return history.best().map(best -> best.acrossAtBest().status()).orElse(Status.INCONCLUSIVE);
        }

        /// Both scopes combined: their status if they agree; a loss in one is PARTIAL.
        Status think() {
            if (within() == across()) {
                return within();
            }
            boolean isUnknown = within() == Status.INCONCLUSIVE || across() == Status.INCONCLUSIVE;
            boolean isElseKept = within() == Status.PRESERVED || across() == Status.PRESERVED;
            return isUnknown && isElseKept ? Status.INCONCLUSIVE : Status.PARTIAL;
        }

        int rank() {
            return history.best().map(PlacementResult::rank).orElse(1);
        }
    }
}
