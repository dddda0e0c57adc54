package dev.throughline.run.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.export.FileKind;
import dev.throughline.export.SarifLog;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.SuiteVersion;
import dev.throughline.verdict.Verdict;

/// Lost items as SARIF: a rule per capability and outcome, a result per lost item.
///
/// A location is the client, and logically `RUN/exchanges/3/request#/messages/1`: run, exchange and JSON pointer in
/// its request. Absent turns are not applicable, items of other runs are warnings. An inconclusive verdict is a
/// notification. Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
public record SarifReport() implements ReportFormat {
    @Override
    public FileKind kind() {
        return FileKind.SARIF;
    }

    @Override
    public byte[] write(RunReport report) {
        var log = new SarifLog(SuiteVersion.VERSION, "throughline/" + report.run());
        report.items().stream()
                .filter(item -> ItemResult.of(item).isListed())
                .forEach(item -> result(log, report, item));
        report.capabilities().forEach((capability, tally) -> {
            if (!ItemResult.hasItems(capability) && isLost(tally.status())) {
                result(log, report, capability, tally);
            }
        });
        invocation(log.invocation(), report);
        properties(log.properties(), report);
        return log.bytes();
    }

    private static boolean isLost(Status status) {
        return switch (status) {
            case BROKEN, PARTIAL -> true;
            case PRESERVED, INCONCLUSIVE, NOT_EXERCISED, UNSUPPORTED, ERROR -> false;
        };
    }

    private static void invocation(ObjectNode invocation, RunReport report) {
        invocation.put("executionSuccessful", report.verdict() != Verdict.INCONCLUSIVE);
        invocation.put("startTimeUtc", report.created().toString());
        if (report.verdict() == Verdict.INCONCLUSIVE) {
            ObjectNode notification =
                    invocation.putArray("toolExecutionNotifications").addObject();
            SarifLog.message(notification.put("level", "warning"), report.assessment());
        }
    }

    private static void properties(ObjectNode properties, RunReport report) {
        properties
                .put("client", ReportWording.client(report))
                .put("setting", ReportWording.setting(report))
                .put("verdict", report.verdict().name())
                .put("assessment", report.assessment())
                .put("total", report.total())
                .put("returned", report.returned());
    }

    private static void result(SarifLog log, RunReport report, ReportedItem item) {
        ObjectNode result = log.result(
                item.category() + "/" + item.outcome(),
                item.category() + " " + item.outcome(),
                item.category() + " " + ItemResult.meaning(item.outcome()));
        switch (ItemResult.of(item)) {
            case LOST -> result.put("kind", "fail").put("level", "error");
            case FOREIGN -> result.put("kind", "fail").put("level", "warning");
            case ABSENT, RETURNED, NOT_DUE ->
                result.put("kind", "notApplicable").put("level", "none");
        }
        SarifLog.message(
                result,
                item.token() + " " + item.outcome() + " " + ReportWording.scope(item.scope()) + ": "
                        + ReportWording.reason(item) + "; " + ReportWording.lastSeen(item));
        String pointer = item.path() == null ? "" : item.path();
        location(result.putArray("locations"), report, item.observedIn(), "request#" + pointer);
        if (item.lastSeenIn() != null) {
            location(result.putArray("relatedLocations"), report, item.lastSeenIn(), "request");
        } else {
            location(result.putArray("relatedLocations"), report, item.exchange(), "answer");
        }
        SarifLog.fingerprint(
                result, "item/v1", item.category() + "." + item.scope() + "." + item.turn() + "." + item.ordinal());
        result.putObject("properties")
                .put("turn", item.turn())
                .put("due", item.due().name());
    }

    private static void result(SarifLog log, RunReport report, Capability capability, CapabilityTally tally) {
        String words = capability + " is " + tally.status();
        ObjectNode result = log.result(capability + "/" + tally.status(), capability + " " + tally.status(), words);
        result.put("kind", "fail").put("level", capability.isRequired() ? "error" : "warning");
        SarifLog.message(result, words + ": " + tally.exact() + " of " + tally.due() + " exact");
        SarifLog.location(result.putArray("locations"), examined(report), report.run(), report.run(), "module");
        SarifLog.fingerprint(result, "capability/v1", capability.name());
    }

    /// @param place `request#` and a JSON pointer, or `answer`
    private static void location(ArrayNode locations, RunReport report, int exchange, String place) {
        String qualified = report.run() + "/exchanges/" + exchange + "/" + place;
        SarifLog.location(locations, examined(report), place, qualified, "value");
    }

    private static String examined(RunReport report) {
        return report.client() == null ? "client" : report.client().name();
    }
}
