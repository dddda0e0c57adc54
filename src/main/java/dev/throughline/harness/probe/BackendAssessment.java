package dev.throughline.harness.probe;

import dev.throughline.harness.probe.history.PlacementResult;
import dev.throughline.verdict.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/// Writes the sentence behind a verdict.
final class BackendAssessment {
    private BackendAssessment() {}

    static String of(BackendReport report) {
        return report.best()
                .map(best -> of(report, best))
                .orElseGet(() -> report.findings().isEmpty()
                        ? "the server answers in no dialect."
                        : "the server answers in no dialect: " + named(report.findings()) + ".");
    }

    private static String of(BackendReport report, DialectResult.Probed best) {
        Verdict verdict = report.verdict();
        String where = best.dialect().id() + ": ";
        return switch (verdict) {
            case PASS -> where + kept(best) + ".";
            case FAIL -> where + (report.problems().isEmpty() ? lost(best) : named(report.problems())) + ".";
            case INCONCLUSIVE ->
                where + (report.obstacles().isEmpty() ? unknown(best) : named(report.obstacles())) + ".";
        };
    }

    private static String kept(DialectResult.Probed best) {
        PlacementResult chosen = best.history().best().orElseThrow();
        String setting = chosen.needed()
                .map(by -> ", across turns with " + by.label() + "=false")
                .orElse("");
        return "reasoning of the history in " + chosen.placement().label()
                + " reaches the prompt within the turn and across turns" + setting + "; proof: "
                + best.history().proof().label();
    }

    private static String unknown(DialectResult.Probed best) {
        return "nothing conclusive shows what reaches the prompt (" + lost(best) + ")";
    }

    private static String lost(DialectResult.Probed best) {
        return "THINK within the turn " + best.within() + ", across turns " + best.across();
    }

    private static String named(List<Finding> findings) {
        return findings.stream()
                .map(found -> found.kind() + " (" + found.detail() + ")")
                .distinct()
                .collect(Collectors.joining("; "));
    }
}
