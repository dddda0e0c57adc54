package dev.throughline.run.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.verdict.Status;
import dev.throughline.verdict.Suite;
import dev.throughline.verdict.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What was lost, as SARIF: a rule per capability and outcome, a result per lost item.
///
/// A place is a logical location, `RUN/exchanges/3/request#/messages/1`: run, exchange and JSON pointer in its request.
/// Turns that are gone are not applicable, items of other runs are warnings. An inconclusive verdict is a notification.
/// Source: OASIS, Static Analysis Results Interchange Format 2.1.0.
public record SarifReport() implements ReportFormat {
    private static final String SCHEMA =
            "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

    @Override
    public String label() {
        return "sarif";
    }

    @Override
    public String mediaType() {
        return "application/sarif+json";
    }

    @Override
    public String extension() {
        return "sarif";
    }

    @Override
    public boolean isShown() {
        return false;
    }

    @Override
    public byte[] write(RunReport report) {
        var rules = new LinkedHashMap<String, ObjectNode>();
        List<ObjectNode> results = new ArrayList<>();
        report.items().stream()
                .filter(item -> Standing.of(item).isTold())
                .forEach(item -> results.add(result(report, item, rules)));
        report.capabilities().forEach((capability, tally) -> {
            if (!Standing.hasItems(capability) && isLost(tally.status())) {
                results.add(result(report, capability.name(), tally, rules));
            }
        });
        ObjectNode log = JsonReport.object().put("$schema", SCHEMA).put("version", "2.1.0");
        ObjectNode run = log.putArray("runs").addObject();
        tool(run, rules);
        run.putObject("automationDetails").put("id", "throughline/" + report.run());
        invocation(run.putArray("invocations").addObject(), report);
        run.putArray("results").addAll(results);
        properties(run.putObject("properties"), report);
        return JsonReport.bytes(log);
    }

    private static boolean isLost(Status status) {
        return switch (status) {
            case BROKEN, PARTIAL -> true;
            case PRESERVED, INCONCLUSIVE, NOT_EXERCISED, UNSUPPORTED, ERROR -> false;
        };
    }

    private static void tool(ObjectNode run, Map<String, ObjectNode> rules) {
        ObjectNode driver = run.putObject("tool").putObject("driver");
        driver.put("name", "Throughline").put("semanticVersion", Suite.VERSION);
        driver.putArray("rules").addAll(rules.values());
    }

    private static void invocation(ObjectNode invocation, RunReport report) {
        invocation.put("executionSuccessful", report.verdict() != Verdict.INCONCLUSIVE);
        invocation.put("startTimeUtc", report.created().toString());
        if (report.verdict() == Verdict.INCONCLUSIVE) {
            ObjectNode notification =
                    invocation.putArray("toolExecutionNotifications").addObject();
            message(notification.put("level", "warning"), report.assessment());
        }
    }

    private static void properties(ObjectNode properties, RunReport report) {
        properties
                .put("client", Wording.client(report))
                .put("setting", Wording.setting(report))
                .put("verdict", report.verdict().name())
                .put("assessment", report.assessment())
                .put("total", report.total())
                .put("returned", report.returned());
    }

    private static ObjectNode result(RunReport report, ReportedItem item, Map<String, ObjectNode> rules) {
        String words = item.category() + " " + Standing.meaning(item.outcome());
        ObjectNode result =
                ruled(rules, item.category() + "/" + item.outcome(), words, item.category() + " " + item.outcome());
        switch (Standing.of(item)) {
            case LOST -> result.put("kind", "fail").put("level", "error");
            case FOREIGN -> result.put("kind", "fail").put("level", "warning");
            case ABSENT, RETURNED, NOT_DUE ->
                result.put("kind", "notApplicable").put("level", "none");
        }
        message(
                result,
                item.token() + " " + item.outcome() + " " + Wording.scope(item.scope()) + ": " + Wording.reason(item)
                        + "; " + Wording.lastSeen(item));
        String pointer = item.path() == null ? "" : item.path();
        location(result.putArray("locations"), report.run(), item.observedIn(), "request#" + pointer);
        if (item.lastSeenIn() != null) {
            location(result.putArray("relatedLocations"), report.run(), item.lastSeenIn(), "request");
        } else {
            location(result.putArray("relatedLocations"), report.run(), item.exchange(), "answer");
        }
        result.putObject("partialFingerprints")
                .put("item/v1", item.category() + "." + item.scope() + "." + item.turn() + "." + item.ordinal());
        result.putObject("properties")
                .put("turn", item.turn())
                .put("due", item.due().name());
        return result;
    }

    private static ObjectNode result(
            RunReport report, String capability, CapabilityTally tally, Map<String, ObjectNode> rules) {
        ObjectNode result = ruled(
                rules,
                capability + "/" + tally.status(),
                capability + " is " + tally.status(),
                capability + " " + tally.status());
        result.put("kind", "fail").put("level", "error");
        message(result, capability + " is " + tally.status() + ": " + tally.exact() + " of " + tally.due() + " exact");
        ObjectNode logical = result.putArray("locations")
                .addObject()
                .putArray("logicalLocations")
                .addObject();
        logical.put("name", report.run())
                .put("fullyQualifiedName", report.run())
                .put("kind", "module");
        return result;
    }

    /// A result of a rule, which is added where it is new.
    private static ObjectNode ruled(Map<String, ObjectNode> rules, String id, String words, String name) {
        rules.computeIfAbsent(id, _ -> rule(id, words, name));
        int index = List.copyOf(rules.keySet()).indexOf(id);
        return JsonReport.object().put("ruleId", id).put("ruleIndex", index);
    }

    private static ObjectNode rule(String id, String words, String name) {
        ObjectNode rule = JsonReport.object().put("id", id).put("name", name);
        rule.putObject("shortDescription").put("text", words + ".");
        return rule;
    }

    private static void message(ObjectNode object, String text) {
        object.putObject("message").put("text", literal(text));
    }

    /// A text without placeholders and links. Source: SARIF 2.1.0, 3.11.5 and 3.11.6.
    private static String literal(String text) {
        return text.replace("{", "{{").replace("}", "}}").replace("](", "] (");
    }

    /// @param place `request#` and a JSON pointer, or `answer`
    private static void location(ArrayNode locations, String run, int exchange, String place) {
        ObjectNode logical = locations.addObject().putArray("logicalLocations").addObject();
        logical.put("name", place)
                .put("fullyQualifiedName", run + "/exchanges/" + exchange + "/" + place)
                .put("kind", "value");
    }
}
