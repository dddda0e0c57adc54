package dev.throughline.run.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.export.FileKind;
import dev.throughline.export.SarifLog;
import dev.throughline.verdict.Capability;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.SuiteVersion;
import dev.throughline.verdict.Verdict;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Lost items as SARIF: a rule per capability and outcome, a result per lost item.
///
/// A location is logically `RUN/exchanges/3/request#/messages/1`: run, exchange and JSON pointer in its request. Items
/// of other runs are warnings; absent turns are left out, as code scanning makes an alert of every result, whatever
/// its kind. An inconclusive verdict is a notification. Source: OASIS, Static Analysis Results Interchange Format
/// 2.1.0.
/// @param file that locations name: relative to the root of the checked repository, encoded as a URI
public record SarifReport(String file) implements ReportFormat {
    /// With the usual name of the file itself as the location.
    public SarifReport() {
        this(SarifLog.USUAL_FILE);
    }

    @Override
    public FileKind kind() {
        return FileKind.SARIF;
    }

    @Override
    public byte[] write(RunReport report) {
        var log = new SarifLog(SuiteVersion.VERSION, category(report), report.run(), file);
        report.items().stream()
                .filter(item -> isResult(ItemResult.of(item)))
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

    /// Keeps uploads for one commit apart. Leaves the version out: an alert of one version would never be closed by the
    /// next.
    private static String category(RunReport report) {
        ReportedClient client = report.client();
        return Stream.of(
                        "throughline",
                        client == null ? "client" : client.name(),
                        client == null ? null : client.dialect(),
                        client == null ? null : client.variant(),
                        report.scenario() == null ? report.mode() : report.scenario())
                .filter(Objects::nonNull)
                .collect(Collectors.joining("/"));
    }

    private static boolean isResult(ItemResult item) {
        return switch (item) {
            case LOST, FOREIGN -> true;
            case ABSENT, RETURNED, NOT_DUE -> false;
        };
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
        boolean isForeign = ItemResult.of(item) == ItemResult.FOREIGN;
        result.put("kind", "fail").put("level", isForeign ? "warning" : "error");
        SarifLog.message(
                result,
                item.token() + " " + item.outcome() + " " + ReportWording.scope(item.scope()) + ": "
                        + ReportWording.reason(item) + "; " + ReportWording.lastSeen(item));
        String pointer = item.path() == null ? "" : item.path();
        location(log, result.putArray("locations"), report, item.observedIn(), "request#" + pointer);
        if (item.lastSeenIn() != null) {
            location(log, result.putArray("relatedLocations"), report, item.lastSeenIn(), "request");
        } else {
            location(log, result.putArray("relatedLocations"), report, item.exchange(), "answer");
        }
        log.fingerprint(
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
        log.location(result.putArray("locations"), report.run(), report.run(), "module");
        log.fingerprint(result, "capability/v1", capability.name());
    }

    /// @param place `request#` and a JSON pointer, or `answer`
    private static void location(SarifLog log, ArrayNode locations, RunReport report, int exchange, String place) {
        String qualified = report.run() + "/exchanges/" + exchange + "/" + place;
        log.location(locations, place, qualified, "value");
    }
}
