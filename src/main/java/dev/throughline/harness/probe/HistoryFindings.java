package dev.throughline.harness.probe;

import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Derives findings from the evidence about histories.
final class HistoryFindings {
    private final ServerDialect dialect;
    private final List<Finding> found = new ArrayList<>();

    private HistoryFindings(ServerDialect dialect) {
        this.dialect = dialect;
    }

    /// @param template reads the server's chat template, if it shows that
    static List<Finding> of(
            ServerDialect dialect,
            HistoryEvidence history,
            EmissionEvidence emissionEvidence,
            Supplier<Optional<String>> template) {
        var findings = new HistoryFindings(dialect);
        Optional<PlacementResult> best = history.best();
        if (best.isEmpty()) {
            findings.add(
                    FindingKind.NO_PROOF,
                    "nothing shows what reaches the prompt: " + String.join("; ", history.failed()));
            return findings.found;
        }
        findings.scopes(best.get(), history.of(ReasoningPlacement.THINK_TAGS), template);
        history.switches().ifPresent(switches -> findings.switches(best.get(), switches));
        findings.mismatch(best.get(), history, emissionEvidence);
        return findings.found;
    }

    private void scopes(PlacementResult best, Optional<PlacementResult> tags, Supplier<Optional<String>> template) {
        Status within = best.within().status();
        Status across = best.acrossAtBest().status();
        String numbers =
                best.placement().label() + ": within the turn " + best.within().numbers() + ", across turns "
                        + best.acrossAtBest().numbers();
        if (within == Status.BROKEN && across == Status.BROKEN) {
            String content = tags.filter(
                            control -> control.within().rank() > best.within().rank())
                    .map(control -> "; as " + control.placement().label() + " it is text of the answer, and arrives")
                    .orElse("");
            add(
                    FindingKind.HISTORY_DROPPED,
                    "none of the fields tried brings reasoning into the prompt; " + numbers + content
                            + template.get().map(HistoryFindings::culprit).orElse(""));
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

    private static String culprit(String template) {
        return template.contains("reasoning") || template.contains("thinking")
                ? "; the chat template names reasoning, so that it drops it under a condition, or the server before it"
                : "; the chat template drops it: it reads no reasoning";
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
