package dev.throughline.harness.probe;

import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Status;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/// The results for one dialect.
sealed interface DialectResult {
    ServerDialect dialect();

    /// The server does not support the dialect.
    record Absent(ServerDialect dialect, String reason) implements DialectResult {}

    /// The server did not answer the simplest request; a finding describes the failure.
    record Silent(ServerDialect dialect, DialectSupport.Fault fault) implements DialectResult {}

    /// What becomes of a history with a tool call.
    enum CalledHistory {
        ANSWERED,
        REFUSED,
        /// Refused, unless the arguments are objects.
        ONLY_OBJECTS,
        /// Not answered, and nothing is behind it.
        FATAL
    }

    /// The server answers.
    ///
    /// @param called what becomes of a history with a tool call; unless it is answered, no reasoning in it is read
    /// @param silencing whether the model stops reasoning if `enable_thinking` is false
    record Probed(
            ServerDialect dialect,
            EmissionEvidence emission,
            HistoryEvidence history,
            CalledHistory called,
            ContentArraySupport arrays,
            Status silencing)
            implements DialectResult {
        Status within() {
            return status(PlacementResult::within);
        }

        Status across() {
            return status(PlacementResult::acrossAtBest);
        }

        private Status status(Function<PlacementResult, ReasoningReach> scope) {
            Status unknown = called == CalledHistory.ANSWERED ? Status.INCONCLUSIVE : Status.BROKEN;
            Status words = history.best().map(scope).map(ReasoningReach::status).orElse(unknown);
            return words == Status.PRESERVED && history.isCollapsed() ? Status.PARTIAL : words;
        }

        /// The fate of the reasoning, over both scopes and its white space, without duplicates.
        List<Outcome> outcomes() {
            Stream<ReasoningReach> words =
                    history.best().stream().flatMap(best -> Stream.of(best.within(), best.acrossAtBest()));
            Stream<ReasoningReach> space =
                    history.whiteSpace().stream().flatMap(found -> Stream.of(found.ends(), found.inside()));
            List<Outcome> all = Stream.concat(words, space)
                    .flatMap(reach -> reach.outcome().stream())
                    .distinct()
                    .toList();
            List<Outcome> losses =
                    all.stream().filter(outcome -> outcome != Outcome.EXACT).toList();
            return losses.isEmpty() ? all : losses;
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
