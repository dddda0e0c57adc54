package dev.throughline.run.report;

import dev.throughline.run.report.ReportedItem.ReportedChange;
import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Scope;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Wording shared by all reports for people, and by pages. Text from clients is included verbatim.
public final class ReportWording {
    private ReportWording() {}

    static String client(RunReport report) {
        return report.client() == null ? "not declared" : report.client().toString();
    }

    static String run(RunReport report) {
        return report.run() + (report.label().isEmpty() ? "" : " (" + report.label() + ")");
    }

    static String state(RunReport report) {
        String counted =
                report.through() == null ? "" : ", counted up to %d at %s".formatted(report.through(), report.at());
        return report.state() + ", " + count(report.exchanges(), "exchange") + counted;
    }

    static String setting(RunReport report) {
        return report.mode() + ", " + answerer(report) + ", policy " + report.policy();
    }

    private static String answerer(RunReport report) {
        return report.proxy() == null
                ? "scenario " + report.scenario()
                : "backend " + report.proxy().backend();
    }

    static String share(RunReport report, int part) {
        if (report.total() == 0) {
            return part + " (no item was due)";
        }
        return String.format(Locale.ROOT, "%d (%.1f %%)", part, 100.0 * part / report.total());
    }

    public static String kind(Category category) {
        return switch (category) {
            case THINK -> "reasoning";
            case CONTENT -> "text";
            case TOOL_ID -> "call id";
            case TOOL_IN -> "call input";
            case TOOL_OUT -> "tool result";
        };
    }

    static String scope(Scope scope) {
        return switch (scope) {
            case WITHIN_TURN -> "within the turn";
            case ACROSS_TURNS -> "across turns";
        };
    }

    /// The difference and where it was observed.
    static String reason(ReportedItem item) {
        String first = item.reason() == null ? place(item) : item.reason() + ", " + place(item);
        return first + changes(item);
    }

    /// ` (MISSING in requests 5 to 6, EXACT in request 7)`; empty for an item whose outcome did not change.
    static String changes(ReportedItem item) {
        return item.changes() == null
                ? ""
                : item.changes().stream().map(ReportedChange::toString).collect(Collectors.joining(", ", " (", ")"));
    }

    /// `19, 29 in the capabilities, which count an item within and across turns`: what the items of a report and the
    /// numbers of its capabilities sum to; the first number alone where both are the same.
    static String due(RunReport report) {
        int counted = report.capabilities().entrySet().stream()
                .filter(entry -> ItemResult.hasItems(entry.getKey()))
                .mapToInt(entry -> entry.getValue().due())
                .sum();
        return counted == report.total()
                ? Integer.toString(report.total())
                : "%d (%d below: within and across turns each count, and absent turns)"
                        .formatted(report.total(), counted);
    }

    /// The items that a report does not list; empty if it lists all.
    static Optional<String> omitted(RunReport report) {
        return Optional.ofNullable(report.omitted())
                .map(count ->
                        count + " more items are counted and not listed; the exchanges have what their requests did.");
    }

    static String place(ReportedItem item) {
        return "request " + item.observedIn() + (item.path() == null ? "" : " at " + item.path());
    }

    static String lastSeen(ReportedItem item) {
        return item.lastSeenIn() == null
                ? "issued by exchange " + item.exchange() + ", not seen since"
                : "issued by exchange " + item.exchange() + ", last seen in request " + item.lastSeenIn();
    }

    /// The assessment without the leading verdict.
    static String sentence(RunReport report) {
        return report.assessment().replaceFirst("^" + report.verdict() + ":\\s*", "");
    }

    static String count(int number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
