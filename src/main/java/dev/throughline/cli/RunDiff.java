package dev.throughline.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.cli.output.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Two runs' reports beside each other.
///
/// @param capabilities one for each capability that either report has
record RunDiff(Side first, Side second, List<Capability> capabilities) {
    /// One of the runs.
    record Side(String run, String client, String verdict) {}

    /// A capability in both.
    /// @param first its statuses within and across turns, and exact of due items; empty if it has none
    record Capability(String name, String first, String second, boolean isDifferent) {}

    static RunDiff of(JsonNode before, JsonNode after) {
        Set<String> names = new LinkedHashSet<>();
        before.path("capabilities").fieldNames().forEachRemaining(names::add);
        after.path("capabilities").fieldNames().forEachRemaining(names::add);
        List<Capability> all = new ArrayList<>();
        for (String name : names) {
            JsonNode here = before.path("capabilities").path(name);
            JsonNode there = after.path("capabilities").path(name);
            all.add(new Capability(
                    name, shown(here), shown(there), !statuses(here).equals(statuses(there))));
        }
        return new RunDiff(side(before), side(after), List.copyOf(all));
    }

    boolean isDifferent() {
        return !first.verdict().equals(second.verdict())
                || capabilities.stream().anyMatch(Capability::isDifferent);
    }

    String text() {
        var table = new TextTable(List.of("", "first", "second", "differs"));
        table.add(List.of("run", first.run(), second.run(), ""));
        table.add(List.of("client", first.client(), second.client(), ""));
        table.add(List.of(
                "verdict",
                first.verdict(),
                second.verdict(),
                first.verdict().equals(second.verdict()) ? "" : "differs"));
        capabilities.forEach(
                one -> table.add(List.of(one.name(), one.first(), one.second(), one.isDifferent() ? "differs" : "")));
        return table.text();
    }

    private static Side side(JsonNode report) {
        JsonNode client = report.path("client");
        String version = client.path("version").asText();
        String name = client.path("name").asText();
        return new Side(
                report.path("run").asText(),
                version.isEmpty() ? name : name + "@" + version,
                report.path("verdict").asText());
    }

    private static String shown(JsonNode capability) {
        return capability.isMissingNode()
                ? ""
                : statuses(capability) + " " + capability.path("exact").asText("0") + "/"
                        + capability.path("due").asText("0");
    }

    private static String statuses(JsonNode capability) {
        return capability.isMissingNode()
                ? ""
                : capability.path("withinTurn").asText() + "/"
                        + capability.path("acrossTurns").asText();
    }
}
