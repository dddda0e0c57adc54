package dev.throughline.run.report;

import dev.throughline.export.FileKind;
import dev.throughline.export.HtmlPage;
import dev.throughline.export.MarkupWriter;
import dev.throughline.export.Tone;
import dev.throughline.run.remedy.Remedy;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.SuiteVersion;
import dev.throughline.verdict.Verdict;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The report as a single page that works offline and without scripts.
/// @param isLinked whether it leads to the pages of the service that shows it; a file does not
public record HtmlReport(boolean isLinked) implements ReportFormat {
    private static final List<String> CAPABILITY_COLUMNS =
            List.of("Capability", "Status", "Within turn", "Across turns", "Exact / due", "Other outcomes");
    private static final List<String> ITEM_COLUMNS =
            List.of("Item", "Outcome", "Scope", "What differs", "Where", "Last seen");

    @Override
    public FileKind kind() {
        return FileKind.HTML;
    }

    @Override
    public byte[] write(RunReport report) {
        return HtmlPage.of(title(report), page -> {
            var links = new Links(report, isLinked);
            head(page, report);
            links.draw(page);
            remedies(page, report);
            capabilities(page, report);
            Timeline.draw(page, report);
            items(page, report, links);
            proxy(page, report);
            prefix(page, report);
            params(page, report);
            notes(page, report);
        });
    }

    private static String title(RunReport report) {
        return report.verdict() + ": " + ReportWording.client(report) + " - Throughline";
    }

    private static void head(MarkupWriter page, RunReport report) {
        page.element("h1", "Compliance report").line();
        page.element(
                        "p",
                        "VERDICT: " + report.verdict() + " - " + ReportWording.sentence(report),
                        "class",
                        "verdict " + tone(report.verdict()).style())
                .line();
        HtmlPage.facts(
                page,
                "Client",
                ReportWording.client(report),
                "Run",
                ReportWording.run(report),
                "Opened",
                report.created().toString(),
                "State",
                ReportWording.state(report),
                "Setting",
                ReportWording.setting(report),
                "Suite",
                SuiteVersion.VERSION,
                "Items due",
                ReportWording.due(report),
                "Preserved",
                ReportWording.share(report, report.returned()),
                "Missing",
                ReportWording.share(report, report.missingCount()));
    }

    private static void capabilities(MarkupWriter page, RunReport report) {
        page.element("h2", "Capabilities").line();
        HtmlPage.table(
                page,
                CAPABILITY_COLUMNS,
                rows -> report.capabilities().forEach((capability, tally) -> capability(rows, capability, tally)));
    }

    private static void capability(MarkupWriter rows, Capability capability, CapabilityTally tally) {
        rows.open("tr").element("td", capability.name());
        List.of(tally.status(), tally.withinTurn(), tally.acrossTurns()).forEach(status -> {
            rows.open("td");
            HtmlPage.pill(rows, tone(status), status.name());
            rows.close();
        });
        rows.element("td", tally.exact() + " / " + tally.due());
        rows.element("td", tally.why() == null ? counts(tally.outcomes()) : tally.why())
                .closeLine();
    }

    private static String counts(Map<?, Integer> counts) {
        return counts.entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", "));
    }

    private static void items(MarkupWriter page, RunReport report, Links links) {
        List<ReportedItem> told = report.items().stream()
                .filter(item -> ItemResult.of(item).isTold())
                .toList();
        page.element("h2", "Lost items").line();
        ReportWording.omitted(report)
                .ifPresent(text -> page.element("p", text, "class", "faint").line());
        if (told.isEmpty()) {
            String none = report.total() == 0 ? "No item was due." : "None: every item that was due was returned.";
            page.element("p", none, "class", "faint").line();
            return;
        }
        HtmlPage.table(page, ITEM_COLUMNS, rows -> told.forEach(item -> item(rows, item, links)));
    }

    private static void item(MarkupWriter rows, ReportedItem item, Links links) {
        rows.open("tr").open("td").element("code", item.token()).close().open("td");
        HtmlPage.pill(rows, tone(ItemResult.of(item)), item.outcome().name());
        rows.close()
                .element("td", ReportWording.scope(item.scope()))
                .element("td", item.reason() == null ? "" : item.reason());
        links.cell(rows, item.observedIn(), ReportWording.place(item) + ReportWording.changes(item));
        links.cell(rows, item.lastSeenIn() == null ? item.exchange() : item.lastSeenIn(), ReportWording.lastSeen(item));
        rows.closeLine();
    }

    private static void proxy(MarkupWriter page, RunReport report) {
        if (report.proxy() != null) {
            list(page, "Proxy", ProxyText.lines(report.proxy()));
        }
    }

    private static void prefix(MarkupWriter page, RunReport report) {
        if (report.prefix() != null) {
            list(page, "Prompt cache", PrefixText.lines(report.prefix()));
        }
    }

    private static void params(MarkupWriter page, RunReport report) {
        if (report.requests().params().isEmpty()) {
            return;
        }
        page.element("h2", "Thinking parameters").line();
        HtmlPage.table(
                page,
                List.of("Place in the request", "Value", "Requests"),
                rows -> report.requests()
                        .params()
                        .forEach(use -> rows.open("tr")
                                .open("td")
                                .element("code", use.pointer())
                                .close()
                                .open("td")
                                .element("code", use.value().toString())
                                .close()
                                .element("td", Integer.toString(use.count()), "class", "number")
                                .closeLine()));
    }

    private static void remedies(MarkupWriter page, RunReport report) {
        if (!report.remedies().isEmpty()) {
            list(
                    page,
                    "What helps",
                    report.remedies().stream().map(Remedy::text).toList());
        }
    }

    private static void notes(MarkupWriter page, RunReport report) {
        if (!report.notes().isEmpty()) {
            list(page, "Notes", report.notes());
        }
    }

    private static void list(MarkupWriter page, String title, List<String> lines) {
        page.element("h2", title).line().open("ul").line();
        lines.forEach(line -> page.element("li", line.strip()).line());
        page.closeLine();
    }

    private static Tone tone(Verdict verdict) {
        return switch (verdict) {
            case PASS -> Tone.GOOD;
            case FAIL -> Tone.BAD;
            case INCONCLUSIVE -> Tone.WARN;
        };
    }

    private static Tone tone(Status status) {
        return switch (status) {
            case PRESERVED -> Tone.GOOD;
            case BROKEN, ERROR -> Tone.BAD;
            case PARTIAL, INCONCLUSIVE -> Tone.WARN;
            case NOT_EXERCISED, UNSUPPORTED -> Tone.NONE;
        };
    }

    static Tone tone(ItemResult itemResult) {
        return switch (itemResult) {
            case RETURNED -> Tone.GOOD;
            case LOST -> Tone.BAD;
            case ABSENT, FOREIGN -> Tone.WARN;
            case NOT_DUE -> Tone.NONE;
        };
    }

    /// Where a report leads on the pages of the service that shows it: the run, an exchange, the client in the matrix.
    /// Addresses are relative to the service's root. A file has none: it must be whole without the service.
    ///
    /// @param isLinked whether there are links at all; otherwise the same text without them
    private record Links(RunReport report, boolean isLinked) {

        /// Below the head of the page.
        void draw(MarkupWriter page) {
            if (!isLinked) {
                return;
            }
            page.open("p", "class", "chips").element("a", "Run and thread map", "href", run());
            ReportedClient client = report.client();
            if (client != null) {
                page.text(" · ").element("a", client.name() + " in the matrix", "href", matrix(client));
            }
            page.closeLine();
        }

        /// A cell about an exchange.
        void cell(MarkupWriter row, int exchange, String text) {
            if (isLinked) {
                row.open("td")
                        .element("a", text, "href", run() + "/exchanges/" + exchange)
                        .close();
            } else {
                row.element("td", text);
            }
        }

        private String run() {
            return "/runs/" + report.run();
        }

        private static String matrix(ReportedClient client) {
            return "/matrix?client=" + URLEncoder.encode(client.name(), StandardCharsets.UTF_8);
        }
    }
}
