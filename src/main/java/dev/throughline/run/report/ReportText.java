package dev.throughline.run.report;

import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.util.List;
import java.util.Locale;

/// Writes a report for people: the compliance report.
/// Lines end with a line feed; the last line is `VERDICT: …`.
public final class ReportText {
    private final RunReport report;
    private final Ink ink;
    private final StringBuilder out = new StringBuilder();

    private ReportText(RunReport report, Ink ink) {
        this.report = report;
        this.ink = ink;
    }

    /// The report as text.
    /// @param coloured whether a terminal that understands colours reads it
    public static String of(RunReport report, boolean coloured) {
        var text = new ReportText(report, coloured ? Ink.ANSI : Ink.NONE);
        text.head();
        text.totals();
        text.capabilities();
        text.items();
        text.proxy();
        text.notes();
        text.verdict();
        return text.out.toString();
    }

    private void head() {
        line(ink.title("Compliance report"));
        field(
                "Client",
                report.client() == null ? "not declared" : report.client().toString());
        field("Run", report.run() + (report.label().isEmpty() ? "" : " (" + report.label() + ")"));
        field("State", report.state() + ", " + count(report.exchanges(), "exchange"));
        field("Setting", report.mode() + ", " + answerer() + ", policy " + report.policy());
        line("");
    }

    private String answerer() {
        return report.proxy() == null
                ? "scenario " + report.scenario()
                : "backend " + report.proxy().backend();
    }

    private void totals() {
        field("Items due", Integer.toString(report.total()));
        field("Preserved", share(report.returned()));
        field("Missing", share(report.missingCount()));
        line("");
    }

    private String share(int part) {
        if (report.total() == 0) {
            return part + " (no item was due)";
        }
        return String.format(Locale.ROOT, "%d (%.1f %%)", part, 100.0 * part / report.total());
    }

    private void capabilities() {
        row(
                ink.title(pad("Capability", 10)),
                ink.title(pad("Status", 13)),
                ink.title(pad("Within turn", 13)),
                ink.title(pad("Across turns", 13)),
                ink.title("Exact/due"));
        report.capabilities().forEach(this::capability);
        line("");
    }

    private void capability(Capability capability, CapabilityTally tally) {
        row(
                pad(capability.name(), 10),
                status(tally.status()),
                status(tally.withinTurn()),
                status(tally.acrossTurns()),
                tally.exact() + "/" + tally.due());
    }

    private String status(Status status) {
        return ink.status(status, pad(status.name(), 13));
    }

    private void items() {
        List<ReportedItem> shown =
                report.items().stream().filter(ReportText::isShown).toList();
        if (shown.isEmpty()) {
            return;
        }
        line(ink.title("Not exact"));
        shown.forEach(this::item);
        line("");
    }

    /// What came back as it must is not told one by one, and what need not come back is nobody's fault.
    private static boolean isShown(ReportedItem item) {
        return switch (item.outcome()) {
            case EXACT, REFERENCED, NOT_DUE -> false;
            case LEAKED -> true;
            case MODIFIED,
                    TRUNCATED,
                    MOVED,
                    RENAMED,
                    SHADOWED,
                    REORDERED,
                    PARTIAL,
                    SIGNATURE_LOST,
                    SIGNATURE_ALTERED,
                    DUPLICATED,
                    MISSING,
                    TURN_ABSENT -> item.due() == Due.MUST;
        };
    }

    private void item(ReportedItem item) {
        String outcome = item.outcome() == Outcome.TURN_ABSENT
                ? item.outcome().name()
                : ink.bad(item.outcome().name());
        line("  " + plain(item.token()) + "  " + outcome + " " + scope(item.scope()) + ": " + plain(reason(item)) + "; "
                + ink.faint(lastSeen(item)));
    }

    private static String scope(Scope scope) {
        return switch (scope) {
            case WITHIN_TURN -> "within the turn";
            case ACROSS_TURNS -> "across turns";
        };
    }

    private static String reason(ReportedItem item) {
        String place = item.path() == null ? "" : " at " + item.path();
        String seen = "request " + item.observedIn() + place;
        return item.reason() == null ? seen : item.reason() + ", " + seen;
    }

    private static String lastSeen(ReportedItem item) {
        return item.lastSeenIn() == null
                ? "issued by exchange " + item.exchange() + ", not seen since"
                : "issued by exchange " + item.exchange() + ", last seen in request " + item.lastSeenIn();
    }

    private void proxy() {
        if (report.proxy() == null) {
            return;
        }
        line(ink.title("Proxy"));
        ProxyText.lines(report.proxy()).forEach(text -> line(plain(text)));
        line("");
    }

    private void notes() {
        if (report.notes().isEmpty()) {
            return;
        }
        line(ink.title("Notes"));
        report.notes().forEach(note -> line("  " + plain(note)));
        line("");
    }

    private void verdict() {
        Verdict verdict = report.verdict();
        String sentence = report.assessment().replaceFirst("^" + verdict + ":\\s*", "");
        line("VERDICT: " + ink.verdict(verdict, verdict.name()) + " - " + plain(sentence));
    }

    private void field(String name, String value) {
        line(pad(name, 11) + plain(value));
    }

    /// What a client or a model has named, in one line: no line break forges a verdict, no control sequence reaches the
    /// terminal, no bidirectional mark turns the line around.
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

    static String count(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
