package dev.throughline.fuzz;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.run.RunState;
import dev.throughline.run.report.CapabilityTally;
import dev.throughline.run.report.PrefixTally;
import dev.throughline.run.report.ProxyTally;
import dev.throughline.run.report.ProxyTally.RequestPreservation;
import dev.throughline.run.report.Remedy;
import dev.throughline.run.report.ReportedClient;
import dev.throughline.run.report.ReportedItem;
import dev.throughline.run.report.ReportedItem.ReportedChange;
import dev.throughline.run.report.RunReport;
import dev.throughline.run.report.RunReport.CategoryTally;
import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reports whose every text is hostile.
final class RandomReports {
    private static final List<String> HOSTILE = List.of(
            "<script>alert(1)</script>",
            "\" onload=\"alert(1)",
            "' style='x",
            "]]>",
            "<!--",
            "<![CDATA[",
            "&#0;",
            "=cmd|' /C calc'!A0",
            "+1",
            "-1",
            "@SUM(1)",
            "\t=1",
            "\r=1",
            "\uff1d1",
            "{0}",
            "[a](http://x)",
            "\u0000",
            "\u0001",
            "\ufffe",
            "\uffff",
            "\ud800",
            "\udfff\ud83d",
            "\u202e",
            "\u2028",
            "\n",
            "\"");

    private RandomReports() {}

    static InputShape<RunReport> any() {
        return new InputShape<>(
                RandomReports::report,
                report -> InputShrinker.list(report.items(), _ -> Stream.<ReportedItem>empty())
                        .map(items -> with(report, items)),
                report -> HostileTexts.literal(report.toString()));
    }

    private static RunReport report(SeededChoices seededChoices) {
        boolean isProxy = seededChoices.oneIn(3);
        return new RunReport(
                "0a1b-2c",
                text(seededChoices),
                seededChoices.oneIn(4)
                        ? null
                        : new ReportedClient(
                                text(seededChoices),
                                text(seededChoices),
                                maybe(seededChoices),
                                seededChoices.oneIn(2) ? null : List.of(text(seededChoices), text(seededChoices)),
                                maybe(seededChoices),
                                maybe(seededChoices)),
                seededChoices.of(RunState.values()),
                isProxy ? "proxy" : "stub",
                isProxy ? null : "tools",
                "preserved",
                seededChoices.length(9),
                Instant.ofEpochMilli(1_700_000_000_000L + seededChoices.below(1_000_000_000)),
                seededChoices.oneIn(3) ? seededChoices.length(9) : null,
                seededChoices.oneIn(3) ? Instant.ofEpochMilli(1_700_000_000_000L) : null,
                seededChoices.of(Verdict.values()),
                seededChoices.of(Verdict.values()) + ": " + text(seededChoices),
                seededChoices.length(9),
                seededChoices.length(9),
                texts(seededChoices),
                seededChoices.length(9),
                Map.of(
                        seededChoices.of(Category.values()),
                        new CategoryTally(texts(seededChoices), texts(seededChoices))),
                capabilities(seededChoices),
                requests(seededChoices),
                isProxy ? proxy(seededChoices) : null,
                seededChoices.oneIn(3) ? prefix(seededChoices) : null,
                items(seededChoices),
                seededChoices.oneIn(3) ? seededChoices.length(9) : null,
                texts(seededChoices),
                texts(seededChoices).stream()
                        .map(text -> new Remedy(seededChoices.of(Remedy.Kind.values()), text))
                        .toList());
    }

    private static Map<Capability, CapabilityTally> capabilities(SeededChoices seededChoices) {
        var tallies = new EnumMap<Capability, CapabilityTally>(Capability.class);
        for (Capability capability : Capability.values()) {
            if (!seededChoices.oneIn(4)) {
                Map<Outcome, Integer> outcomes = seededChoices.oneIn(2)
                        ? Map.of()
                        : Map.of(seededChoices.of(Outcome.values()), seededChoices.length(9));
                tallies.put(
                        capability,
                        new CapabilityTally(
                                seededChoices.of(Status.values()),
                                seededChoices.of(Status.values()),
                                seededChoices.of(Status.values()),
                                seededChoices.length(9),
                                seededChoices.length(9),
                                outcomes,
                                maybe(seededChoices)));
            }
        }
        return tallies;
    }

    private static RunReport.RequestTally requests(SeededChoices seededChoices) {
        return new RunReport.RequestTally(
                2,
                1,
                1,
                List.of(new RunReport.RequestTally.ParamUse(
                        text(seededChoices), TextNode.valueOf(text(seededChoices)), seededChoices.length(9))));
    }

    private static ProxyTally proxy(SeededChoices seededChoices) {
        return new ProxyTally(
                text(seededChoices),
                Map.of("duplicate-closer", 1L),
                new ProxyTally.RepairTally(1, 2, Map.of("call-id", 3L)),
                List.of(new RequestPreservation(1, text(seededChoices), List.of(1))));
    }

    private static PrefixTally prefix(SeededChoices seededChoices) {
        var loss = new PrefixTally.Loss(
                List.of(2, 3),
                "REASONING_DROPPED",
                text(seededChoices),
                1,
                seededChoices.length(9),
                seededChoices.length(9),
                seededChoices.oneIn(2),
                maybe(seededChoices));
        return new PrefixTally(
                seededChoices.length(9),
                3,
                seededChoices.oneIn(2),
                seededChoices.oneIn(2),
                7,
                List.of(loss),
                texts(seededChoices));
    }

    private static List<ReportedItem> items(SeededChoices seededChoices) {
        List<ReportedItem> items = new ArrayList<>();
        for (int i = seededChoices.length(12); i > 0; i--) {
            items.add(new ReportedItem(
                    seededChoices.of(Category.values()),
                    text(seededChoices),
                    seededChoices.length(9),
                    seededChoices.length(9),
                    seededChoices.length(3),
                    seededChoices.of(Scope.values()),
                    seededChoices.of(Due.values()),
                    seededChoices.of(Outcome.values()),
                    seededChoices.length(seededChoices.oneIn(50) ? 1_000_000 : 9),
                    seededChoices.oneIn(2) ? null : seededChoices.length(9),
                    maybe(seededChoices),
                    maybe(seededChoices),
                    seededChoices.oneIn(2) ? null : changes(seededChoices)));
        }
        return items;
    }

    private static List<ReportedChange> changes(SeededChoices seededChoices) {
        List<ReportedChange> changes = new ArrayList<>();
        for (int i = 1 + seededChoices.length(4); i > 0; i--) {
            changes.add(new ReportedChange(
                    seededChoices.of(Outcome.values()),
                    seededChoices.length(9),
                    seededChoices.length(9),
                    maybe(seededChoices)));
        }
        return changes;
    }

    private static RunReport with(RunReport report, List<ReportedItem> items) {
        return new RunReport(
                report.run(),
                report.label(),
                report.client(),
                report.state(),
                report.mode(),
                report.scenario(),
                report.policy(),
                report.exchanges(),
                report.created(),
                report.through(),
                report.at(),
                report.verdict(),
                report.assessment(),
                report.total(),
                report.returned(),
                report.missing(),
                report.missingCount(),
                report.byCategory(),
                report.capabilities(),
                report.requests(),
                report.proxy(),
                report.prefix(),
                items,
                report.omitted(),
                report.notes(),
                report.remedies());
    }

    private static List<String> texts(SeededChoices seededChoices) {
        List<String> texts = new ArrayList<>();
        for (int i = seededChoices.length(3); i > 0; i--) {
            texts.add(text(seededChoices));
        }
        return texts;
    }

    private static @Nullable String maybe(SeededChoices seededChoices) {
        return seededChoices.oneIn(3) ? null : text(seededChoices);
    }

    private static String text(SeededChoices seededChoices) {
        return HostileTexts.soup(seededChoices, HOSTILE, 3) + HostileTexts.any(seededChoices);
    }
}
