package dev.throughline.run.report;

import dev.throughline.export.Markup;
import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The report as JUnit XML, for build servers: a suite for the verdict with a case per capability, then one per kind of
/// item and scope with a case per item.
///
/// What is not exercised, not due or absent with its turn is skipped. An inconclusive verdict is an error, so that no
/// build passes on it. No times are known, all are 0.
/// Source: the schemas of Apache Ant's JUnit task and of Jenkins' xUnit plugin; valid against both.
public record JUnitReport() implements ReportFormat {
    private static final String PACKAGE = "throughline";
    private static final DateTimeFormatter TIMESTAMP = DateTimeFormatter.ISO_LOCAL_DATE_TIME.withZone(ZoneOffset.UTC);

    @Override
    public String label() {
        return "junit";
    }

    @Override
    public String mediaType() {
        return "application/xml;charset=UTF-8";
    }

    @Override
    public String extension() {
        return "xml";
    }

    @Override
    public boolean isShown() {
        return false;
    }

    @Override
    public byte[] write(RunReport report) {
        Markup xml = Markup.xml().open("testsuites").line();
        List<TestSuite> suites = suites(report);
        for (int id = 0; id < suites.size(); id++) {
            write(xml, report, suites.get(id), id);
        }
        return xml.closeLine().bytes();
    }

    private static List<TestSuite> suites(RunReport report) {
        List<TestSuite> suites = new ArrayList<>();
        suites.add(new TestSuite("verdict", verdicts(report)));
        Map<Category, Map<Scope, List<ReportedItem>>> items = report.items().stream()
                .collect(Collectors.groupingBy(
                        ReportedItem::category,
                        TreeMap::new,
                        Collectors.groupingBy(ReportedItem::scope, TreeMap::new, Collectors.toList())));
        items.forEach((category, scopes) -> scopes.forEach((scope, some) -> suites.add(new TestSuite(
                category + " " + Wording.scope(scope),
                some.stream().map(JUnitReport::of).toList()))));
        return suites;
    }

    private static List<TestCase> verdicts(RunReport report) {
        List<TestCase> cases = new ArrayList<>();
        report.capabilities().forEach((capability, tally) -> cases.add(of(capability, tally)));
        cases.add(
                switch (report.verdict()) {
                    case PASS -> new TestCase("verdict", Result.PASSED, "", "", "");
                    case FAIL -> new TestCase("verdict", Result.FAILURE, Verdict.FAIL.name(), report.assessment(), "");
                    case INCONCLUSIVE ->
                        new TestCase("verdict", Result.ERROR, Verdict.INCONCLUSIVE.name(), report.assessment(), "");
                });
        return cases;
    }

    private static TestCase of(Capability capability, CapabilityTally tally) {
        Status status = tally.status();
        String message = status + ": within the turn " + tally.withinTurn() + ", across turns " + tally.acrossTurns()
                + ", " + tally.exact() + " of " + tally.due() + " exact";
        Result result = switch (status) {
            case PRESERVED -> Result.PASSED;
            case BROKEN, PARTIAL -> Result.FAILURE;
            case ERROR -> Result.ERROR;
            case INCONCLUSIVE, NOT_EXERCISED, UNSUPPORTED -> Result.SKIPPED;
        };
        return new TestCase(capability.name(), result, status.name(), message, "");
    }

    private static TestCase of(ReportedItem item) {
        String name = "turn " + item.turn() + ", exchange " + item.exchange() + ": " + item.token();
        String message = item.outcome() + ": " + Wording.reason(item);
        Result result = switch (Standing.of(item)) {
            case RETURNED -> Result.PASSED;
            case LOST -> Result.FAILURE;
            case ABSENT, FOREIGN, NOT_DUE -> Result.SKIPPED;
        };
        return new TestCase(name, result, item.outcome().name(), message, Wording.lastSeen(item));
    }

    private static void write(Markup xml, RunReport report, TestSuite suite, int id) {
        xml.open(
                        "testsuite",
                        "name",
                        suite.name(),
                        "package",
                        PACKAGE,
                        "id",
                        Integer.toString(id),
                        "timestamp",
                        TIMESTAMP.format(report.created().truncatedTo(ChronoUnit.SECONDS)),
                        "hostname",
                        "localhost",
                        "tests",
                        Integer.toString(suite.cases().size()),
                        "failures",
                        suite.count(Result.FAILURE),
                        "errors",
                        suite.count(Result.ERROR),
                        "skipped",
                        suite.count(Result.SKIPPED),
                        "time",
                        "0")
                .line();
        properties(xml, report);
        String owner = PACKAGE + "." + suite.name().replaceAll("[^A-Za-z_]+", "-");
        suite.cases().forEach(one -> one.write(xml, owner));
        xml.empty("system-out").empty("system-err").line().closeLine();
    }

    private static void properties(Markup xml, RunReport report) {
        xml.open("properties")
                .empty("property", "name", "run", "value", report.run())
                .empty("property", "name", "client", "value", Wording.client(report))
                .empty("property", "name", "setting", "value", Wording.setting(report))
                .closeLine();
    }

    private enum Result {
        PASSED,
        FAILURE,
        ERROR,
        SKIPPED
    }

    private record TestSuite(String name, List<TestCase> cases) {
        String count(Result result) {
            return Long.toString(
                    cases.stream().filter(one -> one.result() == result).count());
        }
    }

    /// @param type the outcome or status
    /// @param details more than the message
    private record TestCase(String name, Result result, String type, String message, String details) {
        void write(Markup xml, String owner) {
            xml.open("testcase", "name", name, "classname", owner, "time", "0");
            switch (result) {
                case PASSED -> {}
                case FAILURE -> xml.element("failure", details, "message", message, "type", type);
                case ERROR -> xml.element("error", details, "message", message, "type", type);
                case SKIPPED -> xml.empty("skipped", "message", message);
            }
            xml.closeLine();
        }
    }
}
