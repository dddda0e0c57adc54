package dev.throughline.run.report;

import dev.throughline.export.FileKind;
import dev.throughline.export.JUnitFile;
import dev.throughline.export.JUnitFile.Property;
import dev.throughline.export.JUnitFile.Result;
import dev.throughline.export.JUnitFile.TestCase;
import dev.throughline.export.JUnitFile.TestSuite;
import dev.throughline.trace.Category;
import dev.throughline.trace.Observation.Scope;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// The report as JUnit XML for CI servers: a suite for the verdict with a case per capability, then one per
/// kind of item and scope with a case per item.
///
/// Items that are not exercised, not due or absent with their turn are skipped. An inconclusive verdict is an error,
/// so that a build cannot pass on it.
public record JUnitReport() implements ReportFormat {
    @Override
    public FileKind kind() {
        return FileKind.JUNIT;
    }

    @Override
    public byte[] write(RunReport report) {
        return JUnitFile.of(
                suites(report),
                report.created(),
                List.of(
                        new Property("run", report.run()),
                        new Property("client", ReportWording.client(report)),
                        new Property("setting", ReportWording.setting(report))));
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
                category + " " + ReportWording.scope(scope),
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
            case BROKEN, PARTIAL -> capability.isRequired() ? Result.FAILURE : Result.SKIPPED;
            case ERROR -> Result.ERROR;
            case INCONCLUSIVE, NOT_EXERCISED, UNSUPPORTED -> Result.SKIPPED;
        };
        return new TestCase(capability.name(), result, status.name(), message, "");
    }

    private static TestCase of(ReportedItem item) {
        String name = "turn " + item.turn() + ", exchange " + item.exchange() + ": " + item.token();
        String message = item.outcome() + ": " + ReportWording.reason(item);
        Result result = switch (ItemResult.of(item)) {
            case RETURNED -> Result.PASSED;
            case LOST -> Result.FAILURE;
            case ABSENT, FOREIGN, NOT_DUE -> Result.SKIPPED;
        };
        return new TestCase(name, result, item.outcome().name(), message, ReportWording.lastSeen(item));
    }
}
