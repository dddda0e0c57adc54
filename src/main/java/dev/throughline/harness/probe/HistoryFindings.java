package dev.throughline.harness.probe;

import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// Derives findings from the evidence about histories.
final class HistoryFindings {
    private final ServerDialect dialect;
    private final HistoryEvidence evidence;
    private final Supplier<Optional<HistoryEvidence>> template;
    private final List<Finding> found = new ArrayList<>();

    private HistoryFindings(
            ServerDialect dialect, HistoryEvidence evidence, Supplier<Optional<HistoryEvidence>> template) {
        this.dialect = dialect;
        this.evidence = evidence;
        this.template = template;
    }

    /// @param template what the server's chat template does by itself, if the server shows it
    static List<Finding> of(
            ServerDialect dialect,
            HistoryEvidence history,
            EmissionEvidence emissionEvidence,
            Supplier<Optional<HistoryEvidence>> template) {
        var findings = new HistoryFindings(dialect, history, template);
        Optional<PlacementResult> best = history.best();
        if (best.isEmpty()) {
            findings.add(
                    FindingKind.NO_PROOF,
                    "nothing shows what reaches the prompt: " + String.join("; ", history.failed()));
            return findings.found;
        }
        findings.scopes(best.get(), history.of(ReasoningPlacement.THINK_TAGS));
        history.whiteSpace().ifPresent(findings::whiteSpace);
        history.switches().ifPresent(switches -> findings.switches(best.get(), switches));
        findings.mismatch(best.get(), history, emissionEvidence);
        return findings.found;
    }

    private void scopes(PlacementResult best, Optional<PlacementResult> tags) {
        Status within = best.within().status();
        Status across = best.acrossAtBest().status();
        String numbers =
                best.placement().label() + ": within the turn " + best.within().numbers() + ", across turns "
                        + best.acrossAtBest().numbers();
        if (best.isRefused()) {
            add(FindingKind.HISTORY_REFUSED, "one without reasoning is answered, but " + numbers);
        } else if (within == Status.BROKEN && across == Status.BROKEN) {
            String content = tags.filter(
                            control -> control.within().rank() > best.within().rank())
                    .map(control -> "; as " + control.placement().label() + " it is text of the answer, and arrives")
                    .orElse("");
            add(
                    FindingKind.HISTORY_DROPPED,
                    "none of the fields tried brings reasoning into the prompt; " + numbers + content + dropper());
        } else if (within == Status.PARTIAL || across == Status.PARTIAL) {
            add(partly(best), numbers + dropper());
        } else if (across == Status.BROKEN) {
            add(FindingKind.CLEARED_ACROSS_TURNS, numbers + ", with clear_thinking=false too" + dropper());
        } else if (within == Status.BROKEN) {
            add(FindingKind.DROPPED_WITHIN_TURN, numbers + dropper());
        } else if (within != Status.PRESERVED || across != Status.PRESERVED) {
            add(FindingKind.NO_PROOF, numbers);
        }
    }

    private FindingKind partly(PlacementResult best) {
        if (evidence.isLastOnly()) {
            return FindingKind.KEPT_LAST_ONLY;
        }
        boolean isBehind = Stream.of(best.within(), best.acrossAtBest())
                .flatMap(reach -> reach.outcome().stream())
                .anyMatch(Outcome.REORDERED::equals);
        return isBehind ? FindingKind.PRINTED_BEHIND : FindingKind.PARTLY_KEPT;
    }

    private void whiteSpace(HistoryEvidence.WhiteSpace found) {
        if (found.ends().isLost()) {
            add(
                    FindingKind.WHITE_SPACE_TRIMMED,
                    "white space at the ends of reasoning does not reach the prompt ("
                            + found.ends().numbers() + ")" + spaceDropper(HistoryEvidence.WhiteSpace::ends));
        }
        if (found.inside().isLost()) {
            add(
                    FindingKind.WHITE_SPACE_COLLAPSED,
                    "white space between the words of reasoning is altered in the prompt ("
                            + found.inside().numbers() + ")" + spaceDropper(HistoryEvidence.WhiteSpace::inside));
        }
    }

    /// Attributes lost reasoning to the chat template, where the server shows it and it keeps no more by itself.
    private String dropper() {
        return template.get()
                .flatMap(HistoryEvidence::best)
                .map(alone -> alone.rank() > evidence.best().orElseThrow().rank()
                        ? "; the server drops it: its chat template by itself prints it, from "
                                + alone.placement().label()
                        : "; the chat template drops it")
                .orElse("");
    }

    private String spaceDropper(Function<HistoryEvidence.WhiteSpace, ReasoningReach> where) {
        return template.get()
                .flatMap(HistoryEvidence::whiteSpace)
                .map(where)
                .filter(alone -> alone.outcome().isPresent())
                .map(alone ->
                        alone.isWhole() ? "; the server does it, not its chat template" : "; the chat template does it")
                .orElse("");
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
