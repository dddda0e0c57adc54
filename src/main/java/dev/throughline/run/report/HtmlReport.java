package dev.throughline.run.report;

import dev.throughline.export.FileKind;
import dev.throughline.export.HtmlPage;
import dev.throughline.export.HtmlPage.Fact;
import dev.throughline.export.Tone;
import dev.throughline.text.UrlText;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.SuiteVersion;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The report as a single page that works offline and without scripts.
/// @param isLinked whether it leads to the pages of the service that shows it; a file does not
public record HtmlReport(boolean isLinked) implements ReportFormat {
    @Override
    public FileKind kind() {
        return FileKind.HTML;
    }

    @Override
    public byte[] write(RunReport report) {
        String title = report.verdict() + ": " + ReportWording.client(report) + " - Throughline";
        return HtmlPage.of("report.html", title, Map.of("content", new Content(report, isLinked)));
    }

    static Tone tone(ItemResult itemResult) {
        return switch (itemResult) {
            case RETURNED -> Tone.GOOD;
            case LOST -> Tone.BAD;
            case ABSENT, FOREIGN -> Tone.WARN;
            case NOT_DUE -> Tone.NONE;
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

    /// The values of the template. Addresses are relative to the service's root, and only used if the page is linked: a
    /// file must be whole without the service.
    public record Content(RunReport report, boolean isLinked) {
        /// The CSS class of the verdict.
        public String tone() {
            return switch (report.verdict()) {
                case PASS -> Tone.GOOD.style();
                case FAIL -> Tone.BAD.style();
                case INCONCLUSIVE -> Tone.WARN.style();
            };
        }

        public String sentence() {
            return ReportWording.sentence(report);
        }

        public List<Fact> facts() {
            return List.of(
                    new Fact("Client", ReportWording.client(report)),
                    new Fact("Run", ReportWording.run(report)),
                    new Fact("Opened", report.created().toString()),
                    new Fact("State", ReportWording.state(report)),
                    new Fact("Setting", ReportWording.setting(report)),
                    new Fact("Suite", SuiteVersion.VERSION),
                    new Fact("Items due", ReportWording.due(report)),
                    new Fact("Preserved", ReportWording.share(report, report.returned())),
                    new Fact("Missing", ReportWording.share(report, report.missingCount())));
        }

        /// The page of the run.
        public String run() {
            return "/runs/" + report.run();
        }

        /// The client in the matrix; none if it was not declared.
        public List<ClientLink> clients() {
            return Stream.ofNullable(report.client())
                    .map(client -> new ClientLink(client.name(), "/matrix?client=" + UrlText.query(client.name())))
                    .toList();
        }

        public List<Remedy> remedies() {
            return report.remedies();
        }

        public List<CapabilityRow> capabilities() {
            return report.capabilities().entrySet().stream()
                    .map(entry -> CapabilityRow.of(entry.getKey(), entry.getValue()))
                    .toList();
        }

        /// The thread map; empty list if no item was observed.
        public List<ThreadMap> map() {
            return ReportMap.of(report.items()).map(ReportMap.Drawn::map).stream()
                    .toList();
        }

        /// Says that the map is not complete; empty if it is.
        public String unmapped() {
            int omitted =
                    ReportMap.of(report.items()).map(ReportMap.Drawn::omitted).orElse(0);
            return omitted == 0 ? "" : omitted + " items are not on the map.";
        }

        /// The run that marks of the map lead to; empty if the page is not linked.
        public String linked() {
            return isLinked ? report.run() : "";
        }

        public List<LostItem> lost() {
            return report.items().stream()
                    .filter(item -> ItemResult.of(item).isListed())
                    .map(item -> LostItem.of(item, run()))
                    .toList();
        }

        /// Says that the list is not complete; empty if it is.
        public String omitted() {
            return ReportWording.omitted(report).orElse("");
        }

        public String nothingLost() {
            return report.total() == 0 ? "No item was due." : "None: every item that was due was returned.";
        }

        public List<String> proxy() {
            return lines(Optional.ofNullable(report.proxy()).map(ProxyText::lines));
        }

        public List<String> prefix() {
            return lines(Optional.ofNullable(report.prefix()).map(PrefixText::lines));
        }

        private static List<String> lines(Optional<List<String>> indented) {
            return indented.orElse(List.of()).stream().map(String::strip).toList();
        }
    }

    /// A client and its cells in the matrix.
    public record ClientLink(String name, String address) {}

    /// A status or outcome on a colored background.
    public record Pill(String style, String word) {
        static Pill of(Tone tone, Enum<?> word) {
            return new Pill(tone.pill(), word.name());
        }
    }

    /// A capability in words.
    /// @param statuses overall, within a turn, across turns
    public record CapabilityRow(Capability capability, List<Pill> statuses, String counts, String others) {
        static CapabilityRow of(Capability capability, CapabilityTally tally) {
            String others = tally.outcomes().entrySet().stream()
                    .map(count -> count.getKey() + " " + count.getValue())
                    .collect(Collectors.joining(", "));
            return new CapabilityRow(
                    capability,
                    Stream.of(tally.status(), tally.withinTurn(), tally.acrossTurns())
                            .map(status -> Pill.of(HtmlReport.tone(status), status))
                            .toList(),
                    tally.exact() + " / " + tally.due(),
                    Objects.requireNonNullElse(tally.why(), others));
        }
    }

    /// An item that was not returned as required.
    /// @param observed page of the exchange in which that was observed
    /// @param seen page of the exchange that had it last
    public record LostItem(
            String token,
            Pill outcome,
            String scope,
            String reason,
            String place,
            String observed,
            String lastSeen,
            String seen) {
        static LostItem of(ReportedItem item, String run) {
            String exchange = run + "/exchanges/";
            int seen = Objects.requireNonNullElse(item.lastSeenIn(), item.exchange());
            return new LostItem(
                    item.token(),
                    Pill.of(HtmlReport.tone(ItemResult.of(item)), item.outcome()),
                    ReportWording.scope(item.scope()),
                    Objects.requireNonNullElse(item.reason(), ""),
                    ReportWording.place(item) + ReportWording.changes(item),
                    exchange + item.observedIn(),
                    ReportWording.lastSeen(item),
                    exchange + seen);
        }
    }
}
