package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.harness.CheckOutcome;
import dev.throughline.harness.bisect.NewReleases;
import dev.throughline.text.Json;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// The findings of a look at the registry.
///
/// @param since how old a release may be
/// @param found the releases of each client that was looked up
/// @param notSearched the clients that were not, with the reason
/// @param outcomes the checks that were made
/// @param changes what the releases keep better or worse
record RadarReport(
        Instant since,
        List<NewReleases> found,
        Map<String, String> notSearched,
        List<CheckOutcome> outcomes,
        List<ReleaseChange> changes) {
    /// The reason of a client that is not searched for by design.
    static final String ELSEWHERE = "it is of no registry";

    /// The beginning of the reason of one whose registry this machine has no program for.
    static final String UNSUPPORTED = "UNSUPPORTED: ";

    /// A loss takes precedence: a check that fails must not hide it.
    int exitCode() {
        if (changes.stream().anyMatch(ReleaseChange::isRegression)) {
            return ExitCode.NO;
        }
        if (outcomes.stream().anyMatch(CheckOutcome.Failed.class::isInstance)
                || notSearched.values().stream()
                        .anyMatch(reason -> !reason.equals(ELSEWHERE) && !reason.startsWith(UNSUPPORTED))) {
            return ExitCode.FAILED;
        }
        boolean isUnknown = outcomes.stream()
                .anyMatch(one -> one instanceof CheckOutcome.Judged judged
                        && judged.verdict().equals("INCONCLUSIVE"));
        return isUnknown ? ExitCode.UNKNOWN : ExitCode.YES;
    }

    String text() {
        var text = new StringBuilder();
        if (!outcomes.isEmpty()) {
            text.append(new CheckListTable(outcomes).text()).append(System.lineSeparator());
        }
        text.append(System.lineSeparator());
        found.stream()
                .filter(one -> !one.versions().isEmpty())
                .forEach(one -> line(text, "%s: %s".formatted(one.client(), String.join(", ", one.versions()))));
        found.forEach(one -> one.absent()
                .forEach((version, reason) -> line(text, one.client() + " " + version + ": not checked: " + reason)));
        notSearched.forEach((client, reason) -> line(text, client + ": not searched: " + reason));
        changes.forEach(change -> {
            line(text, (change.isRegression() ? "WORSE  " : "BETTER ") + change.text());
            JsonNode request = change.json().path("request");
            if (change.isRegression() && !request.isMissingNode()) {
                line(
                        text,
                        "         request %s %s: expected %s, found %s"
                                .formatted(
                                        request.path("number").asText(),
                                        request.path("pointer").asText(),
                                        request.path("expected").asText(),
                                        request.path("found").asText()));
            }
        });
        long releases = found.stream().mapToLong(one -> one.versions().size()).sum();
        return text.append("%d releases of %d clients since %s; %d checks made; %d changes, %d for the worse."
                        .formatted(
                                releases,
                                found.size(),
                                since,
                                outcomes.size(),
                                changes.size(),
                                changes.stream()
                                        .filter(ReleaseChange::isRegression)
                                        .count()))
                .toString();
    }

    private static void line(StringBuilder text, String line) {
        text.append(line).append(System.lineSeparator());
    }

    /// `{since, releases: [{client, versions, absent}], notSearched: {client: reason}, checks: as in
    /// `check clients --json`, changes: [{client, version, before, capability, status, previous, regression,
    /// dialect, scenario, model, variant?, run?, request?: {number, pointer, expected, found}}], exitCode}`
    String json() {
        ObjectNode root = Json.TREES.createObjectNode().put("since", since.toString());
        ArrayNode releases = root.putArray("releases");
        found.forEach(one -> {
            ObjectNode node = releases.addObject().put("client", one.client());
            one.versions().forEach(node.putArray("versions")::add);
            one.absent().forEach(node.putObject("absent")::put);
        });
        notSearched.forEach(root.putObject("notSearched")::put);
        root.set("checks", new CheckListTable(outcomes).clients());
        ArrayNode list = root.putArray("changes");
        changes.forEach(change -> list.add(change.json()));
        return root.put("exitCode", exitCode()).toString();
    }
}
