package dev.throughline.fuzz;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.throughline.run.RunState;
import dev.throughline.run.report.CapabilityTally;
import dev.throughline.run.report.CategoryTally;
import dev.throughline.run.report.PrefixTally;
import dev.throughline.run.report.ProxyTally;
import dev.throughline.run.report.ReportedClient;
import dev.throughline.run.report.ReportedItem;
import dev.throughline.run.report.RequestPreservation;
import dev.throughline.run.report.RequestTally;
import dev.throughline.run.report.RunReport;
import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Due;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Outcome;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reports whose every text is hostile.
final class ReportShapes {
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

    private ReportShapes() {}

    static Shape<RunReport> any() {
        return new Shape<>(
                ReportShapes::report,
                report -> Smaller.list(report.items(), _ -> Stream.<ReportedItem>empty())
                        .map(items -> with(report, items)),
                report -> Texts.literal(report.toString()));
    }

    private static RunReport report(Chance chance) {
        boolean isProxy = chance.oneIn(3);
        return new RunReport(
                "0a1b-2c",
                text(chance),
                chance.oneIn(4)
                        ? null
                        : new ReportedClient(text(chance), text(chance), maybe(chance), maybe(chance), maybe(chance)),
                chance.of(RunState.values()),
                isProxy ? "proxy" : "stub",
                isProxy ? null : "tools",
                "preserved",
                chance.length(9),
                Instant.ofEpochMilli(1_700_000_000_000L + chance.below(1_000_000_000)),
                chance.of(Verdict.values()),
                chance.of(Verdict.values()) + ": " + text(chance),
                chance.length(9),
                chance.length(9),
                texts(chance),
                chance.length(9),
                Map.of(chance.of(Category.values()), new CategoryTally(texts(chance), texts(chance))),
                capabilities(chance),
                requests(chance),
                isProxy ? proxy(chance) : null,
                chance.oneIn(3) ? prefix(chance) : null,
                items(chance),
                texts(chance));
    }

    private static Map<Capability, CapabilityTally> capabilities(Chance chance) {
        var tallies = new EnumMap<Capability, CapabilityTally>(Capability.class);
        for (Capability capability : Capability.values()) {
            if (!chance.oneIn(4)) {
                Map<Outcome, Integer> outcomes =
                        chance.oneIn(2) ? Map.of() : Map.of(chance.of(Outcome.values()), chance.length(9));
                tallies.put(
                        capability,
                        new CapabilityTally(
                                chance.of(Status.values()),
                                chance.of(Status.values()),
                                chance.of(Status.values()),
                                chance.length(9),
                                chance.length(9),
                                outcomes));
            }
        }
        return tallies;
    }

    private static RequestTally requests(Chance chance) {
        return new RequestTally(
                2,
                1,
                1,
                List.of(new RequestTally.ParamUse(text(chance), TextNode.valueOf(text(chance)), chance.length(9))));
    }

    private static ProxyTally proxy(Chance chance) {
        return new ProxyTally(
                text(chance),
                Map.of("duplicate-closer", 1L),
                new ProxyTally.RepairTally(1, 2, Map.of("call-id", 3L)),
                List.of(new RequestPreservation(1, text(chance), List.of(1))));
    }

    private static PrefixTally prefix(Chance chance) {
        var loss = new PrefixTally.Loss(
                List.of(2, 3),
                "REASONING_DROPPED",
                text(chance),
                1,
                chance.length(9),
                chance.length(9),
                chance.oneIn(2),
                maybe(chance),
                chance.oneIn(2) ? null : new BigDecimal("0.01"),
                "USD");
        return new PrefixTally(chance.length(9), 3, chance.oneIn(2), chance.oneIn(2), 7, List.of(loss), texts(chance));
    }

    private static List<ReportedItem> items(Chance chance) {
        List<ReportedItem> items = new ArrayList<>();
        for (int i = chance.length(12); i > 0; i--) {
            items.add(new ReportedItem(
                    chance.of(Category.values()),
                    text(chance),
                    chance.length(9),
                    chance.length(9),
                    chance.length(3),
                    chance.of(Scope.values()),
                    chance.of(Due.values()),
                    chance.of(Outcome.values()),
                    chance.length(chance.oneIn(50) ? 1_000_000 : 9),
                    chance.oneIn(2) ? null : chance.length(9),
                    maybe(chance),
                    maybe(chance)));
        }
        return items;
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
                report.notes());
    }

    private static List<String> texts(Chance chance) {
        List<String> texts = new ArrayList<>();
        for (int i = chance.length(3); i > 0; i--) {
            texts.add(text(chance));
        }
        return texts;
    }

    private static @Nullable String maybe(Chance chance) {
        return chance.oneIn(3) ? null : text(chance);
    }

    private static String text(Chance chance) {
        return Texts.soup(chance, HOSTILE, 3) + Texts.any(chance);
    }
}
