package dev.throughline.harness.probe;

import dev.throughline.verdict.Status;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Writes a readable report: the server, each dialect, the findings, the settings, the verdict.
final class BackendReportText {
    private static final int WIDEST = 40;

    private final StringBuilder out = new StringBuilder();
    private final BackendReport report;

    private BackendReportText(BackendReport report) {
        this.report = report;
    }

    static String of(BackendReport report) {
        var text = new BackendReportText(report);
        text.head();
        text.report.probed().forEach(text::dialect);
        text.findings();
        text.capabilities();
        text.settings();
        text.verdict();
        return text.out.toString();
    }

    private void head() {
        line("Backend check");
        field("Server", report.url());
        Map<String, String> shown = report.serverIdentity().shown();
        field(
                "Product",
                shown.isEmpty()
                        ? "not shown"
                        : shown.entrySet().stream()
                                .map(entry -> entry.getValue() + " (" + entry.getKey() + ")")
                                .collect(Collectors.joining(", ")));
        field("Kind", report.kind().text());
        field("Model", report.model());
        report.dialects()
                .forEach(result -> field(result == report.dialects().getFirst() ? "Dialects" : "", text(result)));
        field("Took", "%.1f s, %d requests".formatted(report.took().toMillis() / 1000.0, report.requests()));
        line("");
    }

    private static String text(DialectResult result) {
        return switch (result) {
            case DialectResult.Absent(ServerDialect dialect, String reason) -> dialect.id() + ": no (" + reason + ")";
            case DialectResult.Silent(ServerDialect dialect, DialectSupport.Fault fault) ->
                dialect.id() + ": " + fault.kind() + " (" + fault.detail() + ")";
            case DialectResult.Probed probed -> probed.dialect().id() + ": answered";
        };
    }

    private void dialect(DialectResult.Probed probed) {
        line(probed.dialect().id());
        EmissionEvidence emissionEvidence = probed.emission();
        field(
                "  Emits",
                "whole: " + names(emissionEvidence.whole()) + "; streaming: " + names(emissionEvidence.streamed())
                        + "; " + (emissionEvidence.hasCalled() ? "called the tool" : "did not call the tool"));
        HistoryEvidence history = probed.history();
        field("  Proof", history.proof().label());
        history.failed().forEach(reason -> field("", "not by " + reason));
        if (!history.candidates().isEmpty()) {
            row("  Written in", "within the turn", "across turns", "across turns, asked to keep");
            history.candidates().forEach(this::candidate);
        }
        history.whiteSpace()
                .ifPresent(found -> field(
                        "  White space",
                        " of the reasoning: at its ends " + space(found.ends()) + ", within " + space(found.inside())));
        history.switches().ifPresent(switches -> switches(history.best(), switches, probed.silencing()));
        if (probed.arrays() != ContentArraySupport.UNKNOWN) {
            field("  Arrays", probed.arrays().name().toLowerCase(Locale.ROOT));
        }
        line("");
    }

    private void candidate(PlacementResult placementResult) {
        row(
                "  " + placementResult.placement().label(),
                cell(placementResult.within()),
                cell(placementResult.across()),
                placementResult.kept().map(kept -> cell(kept.reach())).orElse("not needed"));
    }

    private void switches(Optional<PlacementResult> best, HistoryEvidence.Switches switches, Status silencing) {
        String place = best.map(chosen -> chosen.placement().label() + ", across turns: ")
                .orElse("");
        field(
                "  Switches",
                place + "clear_thinking absent "
                        + best.map(chosen -> cell(chosen.across())).orElse("") + ", false " + cell(switches.keeping())
                        + ", true " + cell(switches.clearing()));
        field(
                "",
                "enable_thinking=false: the prompt "
                        + switches.changesPrompt()
                                .map(changes -> changes ? "changes" : "does not change")
                                .orElse("has the same size")
                        + ", history " + cell(switches.notThinking()) + ", answers " + silenced(silencing));
    }

    private static String silenced(Status silencing) {
        return switch (silencing) {
            case PRESERVED -> "without reasoning";
            case BROKEN -> "still with reasoning";
            case NOT_EXERCISED -> "had no reasoning before";
            case PARTIAL, INCONCLUSIVE, UNSUPPORTED, ERROR -> "not known";
        };
    }

    private void findings() {
        if (report.findings().isEmpty()) {
            return;
        }
        line("Findings");
        for (Finding finding : report.findings()) {
            String weight = finding.kind().weight().name();
            String where = finding.dialect().map(dialect -> dialect.id() + " ").orElse("");
            line("  " + weight + " " + where + finding.kind() + ": " + finding.detail());
        }
        line("");
    }

    private void capabilities() {
        line("Capability  Status         Within turn    Across turns");
        String scopes = report.best()
                .map(best -> "  " + status(best.within()) + "  " + status(best.across()))
                .orElse("");
        line("THINK       " + status(report.think()) + scopes);
        line("STREAM      " + status(report.form()));
        line("MARKUP      " + status(report.markup()));
        line("");
    }

    private void settings() {
        Map<String, String> settings = report.settings();
        if (settings.isEmpty()) {
            return;
        }
        line("Settings for Throughline");
        settings.forEach((name, value) -> line("  " + RecommendedSettings.line(name, value)));
        report.best()
                .flatMap(best -> best.history().best())
                .flatMap(PlacementResult::needed)
                .filter(by -> by == PreservationSwitch.THINKING)
                .ifPresent(by -> line("  # the client must send " + by.label() + "=false"));
        line("");
    }

    private void verdict() {
        line("VERDICT: " + report.verdict() + " - " + report.assessment());
    }

    /// What a server says is shown whole in a finding.
    private static String cell(ReasoningReach reasoningReach) {
        String numbers = reasoningReach.numbers();
        return reasoningReach.status() + " ("
                + (numbers.length() <= WIDEST ? numbers : numbers.substring(0, WIDEST - 1) + "…") + ")";
    }

    private static String space(ReasoningReach reasoningReach) {
        return reasoningReach.outcome().map(Enum::name).orElse("not known (" + reasoningReach.numbers() + ")");
    }

    private static String status(Status status) {
        return "%-13s".formatted(status);
    }

    private static String names(List<String> fields) {
        return fields.isEmpty() ? "no reasoning" : String.join(", ", fields);
    }

    private void field(String name, String value) {
        line("%-11s%s".formatted(name, value));
    }

    private void row(String first, String second, String third, String fourth) {
        line("%-33s%-36s%-36s%s".formatted(first, second, third, fourth));
    }

    private void line(String text) {
        out.append(text.stripTrailing()).append('\n');
    }
}
