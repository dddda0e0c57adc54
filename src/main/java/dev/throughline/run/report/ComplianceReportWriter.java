package dev.throughline.run.report;

import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.util.List;
import java.util.stream.Stream;

/// Writes the compliance report for people. Lines end with a line feed; the last line is `VERDICT: …`.
final class ComplianceReportWriter {
    private final RunReport report;
    private final TerminalColors terminalColors;
    private final StringBuilder out = new StringBuilder();

    private ComplianceReportWriter(RunReport report, TerminalColors terminalColors) {
        this.report = report;
        this.terminalColors = terminalColors;
    }

    /// The report as text.
    /// @param colored whether the output is a terminal that supports colors
    static String of(RunReport report, boolean colored) {
        var text = new ComplianceReportWriter(report, colored ? TerminalColors.ANSI : TerminalColors.NONE);
        text.head();
        text.totals();
        text.capabilities();
        text.items();
        text.section(
                "Proxy", Stream.ofNullable(report.proxy()).map(ProxyText::lines).flatMap(List::stream));
        text.section(
                "Prompt cache",
                Stream.ofNullable(report.prefix())
                        .map(PrefixText::lines)
                        .flatMap(List::stream)
                        .map("  "::concat));
        text.section("Notes", report.notes().stream().map("  "::concat));
        text.section("What helps", report.remedies().stream().flatMap(ComplianceReportWriter::lines));
        text.verdict();
        return text.out.toString();
    }

    private void head() {
        line(terminalColors.title("Compliance report"));
        field("Client", ReportWording.client(report));
        field("Run", ReportWording.run(report));
        field("State", ReportWording.state(report));
        field("Setting", ReportWording.setting(report));
        line("");
    }

    private void totals() {
        field("Items due", ReportWording.due(report));
        field("Preserved", ReportWording.share(report, report.returned()));
        field("Missing", ReportWording.share(report, report.missingCount()));
        line("");
    }

    private void capabilities() {
        row(
                terminalColors.title(pad("Capability", 10)),
                terminalColors.title(pad("Status", 13)),
                terminalColors.title(pad("Within turn", 13)),
                terminalColors.title(pad("Across turns", 13)),
                terminalColors.title("Exact/due"));
        report.capabilities().forEach(this::capability);
        line("");
    }

    private void capability(Capability capability, CapabilityTally tally) {
        row(
                pad(capability.name(), 10),
                status(tally.status()),
                status(tally.withinTurn()),
                status(tally.acrossTurns()),
                tally.exact() + "/" + tally.due() + (tally.why() == null ? "" : "  " + plain(tally.why())));
    }

    private String status(Status status) {
        return terminalColors.status(status, pad(status.name(), 13));
    }

    private void items() {
        List<ReportedItem> shown = report.items().stream()
                .filter(item -> ItemResult.of(item).isListed())
                .toList();
        if (!shown.isEmpty()) {
            line(terminalColors.title("Not exact"));
            shown.forEach(this::item);
            line("");
        }
        ReportWording.omitted(report).ifPresent(text -> {
            line(text);
            line("");
        });
    }

    private void item(ReportedItem item) {
        String outcome = item.outcome() == Outcome.TURN_ABSENT
                ? item.outcome().name()
                : terminalColors.bad(item.outcome().name());
        line("  " + plain(item.token()) + "  " + outcome + " " + ReportWording.scope(item.scope()) + ": "
                + plain(ReportWording.reason(item)) + "; " + terminalColors.faint(ReportWording.lastSeen(item)));
    }

    /// Nothing if there are no lines.
    private void section(String title, Stream<String> lines) {
        List<String> all = lines.toList();
        if (!all.isEmpty()) {
            line(terminalColors.title(title));
            all.forEach(text -> line(plain(text)));
            line("");
        }
    }

    private static Stream<String> lines(Remedy remedy) {
        return Stream.concat(
                Stream.of("  " + remedy.text()), remedy.lines().stream().skip(1).map("      "::concat));
    }

    private void verdict() {
        Verdict verdict = report.verdict();
        line("VERDICT: " + terminalColors.verdict(verdict, verdict.name()) + " - "
                + plain(ReportWording.sentence(report)));
    }

    private void field(String name, String value) {
        line(pad(name, 11) + plain(value));
    }

    /// Text from a client or a model on one line: line breaks cannot forge a verdict, control sequences do
    /// not reach the terminal, and bidirectional marks cannot reorder the line.
    private static String plain(String text) {
        var plain = new StringBuilder(text.length());
        text.chars().forEach(unit -> plain.append(isControl(unit) ? '\ufffd' : (char) unit));
        return plain.toString();
    }

    private static boolean isControl(int unit) {
        return Character.isISOControl(unit)
                || unit >= '\u2028' && unit <= '\u202e'
                || unit >= '\u2066' && unit <= '\u2069';
    }

    private void row(String first, String second, String third, String fourth, String fifth) {
        line(String.join("  ", first, second, third, fourth, fifth));
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /// Terminal colors of a report. Source: ECMA-48, select graphic rendition.
    enum TerminalColors {
        NONE,
        ANSI;

        private static final String BOLD = "1";
        private static final String RED = "31";
        private static final String GREEN = "32";
        private static final String YELLOW = "33";
        private static final String FAINT = "2";

        String title(String text) {
            return paint(BOLD, text);
        }

        String faint(String text) {
            return paint(FAINT, text);
        }

        String bad(String text) {
            return paint(RED, text);
        }

        /// @param text the status, padded or not
        String status(Status status, String text) {
            return switch (status) {
                case PRESERVED -> paint(GREEN, text);
                case BROKEN, ERROR -> paint(RED, text);
                case PARTIAL, INCONCLUSIVE -> paint(YELLOW, text);
                case NOT_EXERCISED, UNSUPPORTED -> paint(FAINT, text);
            };
        }

        String verdict(Verdict verdict, String text) {
            return switch (verdict) {
                case PASS -> paint(GREEN, text);
                case FAIL -> paint(RED, text);
                case INCONCLUSIVE -> paint(YELLOW, text);
            };
        }

        private String paint(String code, String text) {
            return this == NONE ? text : "\u001b[" + code + "m" + text + "\u001b[0m";
        }
    }
}
