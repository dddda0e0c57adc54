package dev.throughline.harness.probe;

import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Derives findings from the evidence about histories.
final class HistoryFindings {
    private final ServerDialect dialect;
    private final List<Finding> found = new ArrayList<>();

    private HistoryFindings(ServerDialect dialect) {
        this.dialect = dialect;
    }

    static List<Finding> of(ServerDialect dialect, HistoryEvidence history, EmissionEvidence emissionEvidence) {
        var findings = new HistoryFindings(dialect);
        Optional<PlacementResult> best = history.best();
        if (best.isEmpty()) {
            findings.add(
                    FindingKind.NO_PROOF,
                    "nothing shows what reaches the prompt: " + String.join("; ", history.failed()));
            return findings.found;
        }
        findings.scopes(best.get());
        history.switches().ifPresent(switches -> findings.switches(best.get(), switches));
        findings.mismatch(best.get(), history, emissionEvidence);
        return findings.found;
    }

    private void scopes(PlacementResult best) {
        Status within = best.within().status();
        Status across = best.acrossAtBest().status();
        String numbers =
                best.placement().label() + ": within the turn " + best.within().numbers() + ", across turns "
                        + best.acrossAtBest().numbers();
        if (within == Status.BROKEN && across == Status.BROKEN) {
            add(FindingKind.HISTORY_DROPPED, "none of the fields tried brings reasoning into the prompt; " + numbers);
        } else if (within == Status.PARTIAL || across == Status.PARTIAL) {
            add(FindingKind.PARTLY_KEPT, numbers);
        } else if (across == Status.BROKEN) {
            add(FindingKind.CLEARED_ACROSS_TURNS, numbers + ", with clear_thinking=false too");
        } else if (within == Status.BROKEN) {
            add(FindingKind.DROPPED_WITHIN_TURN, numbers);
        } else if (within != Status.PRESERVED || across != Status.PRESERVED) {
            add(FindingKind.NO_PROOF, numbers);
        }
    }

    private void switches(PlacementResult best, HistoryEvidence.Switches switches) {
        best.needed()
                .ifPresent(by -> add(
                        FindingKind.CLEARS_BY_DEFAULT,
                        "earlier reasoning is cleared (" + best.across().numbers() + ") unless " + by.label()
                                + " is false (" + best.acrossAtBest().numbers() + ")"));
        if (best.across().isWhole() && switches.clearing().isWhole()) {
            add(
                    FindingKind.CLEAR_THINKING_IGNORED,
                    "clear_thinking=true changes nothing: "
                            + switches.clearing().numbers());
        }
    }

    private void mismatch(PlacementResult best, HistoryEvidence history, EmissionEvidence emissionEvidence) {
        if (emissionEvidence.fields().isEmpty() || best.rank() == 0) {
            return;
        }
        ReasoningPlacement echoed = ReasoningPlacement.echoing(dialect, emissionEvidence.fields());
        history.of(echoed)
                .filter(echo -> echo.rank() < best.rank())
                .ifPresent(echo -> add(
                        FindingKind.FIELD_MISMATCH,
                        "answers carry " + echoed.label() + ", but the prompt takes reasoning from "
                                + best.placement().label() + " ("
                                + best.within().numbers() + " against "
                                + echo.within().numbers() + ")"));
    }

    private void add(FindingKind kind, String detail) {
        found.add(Finding.in(dialect, kind, detail));
    }
}
