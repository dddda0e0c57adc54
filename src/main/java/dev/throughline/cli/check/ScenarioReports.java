package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.output.ExitCode;
import dev.throughline.text.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The reports of one client, each of another scenario, and the verdict over all of them.
/// @param reports at least one, in the order in which they were made
record ScenarioReports(List<ScenarioReport> reports) {
    private static final String PASS = "PASS";
    private static final String INCONCLUSIVE = "INCONCLUSIVE";
    private static final String UNSUPPORTED = "UNSUPPORTED";
    private static final String ERROR = "ERROR";
    /// The first that a scenario has is the verdict over all; UNSUPPORTED alone proves nothing.
    private static final List<String> GRAVEST_FIRST = List.of("FAIL", ERROR, INCONCLUSIVE, PASS, UNSUPPORTED);

    /// @param run empty if the scenario was not run
    /// @param report of the run; without one its verdict and the reason
    /// @param text the same as text
    record ScenarioReport(String scenario, String run, ObjectNode report, String text) {
        /// @param reason completes "client@version …"
        static ScenarioReport unsupported(String scenario, String client, String reason) {
            return without(scenario, UNSUPPORTED, client + " " + reason);
        }

        static ScenarioReport failed(String scenario, String reason) {
            return without(scenario, ERROR, reason);
        }

        private static ScenarioReport without(String scenario, String verdict, String reason) {
            String assessment = verdict + ": " + reason;
            ObjectNode report =
                    Json.TREES.createObjectNode().put("verdict", verdict).put("assessment", assessment);
            return new ScenarioReport(scenario, "", report, assessment);
        }

        String verdict() {
            return report.path("verdict").asText();
        }

        String assessment() {
            return report.path("assessment").asText();
        }
    }

    /// The one that decides.
    ScenarioReport decisive() {
        return GRAVEST_FIRST.stream()
                .flatMap(verdict -> reports.stream().filter(one -> one.verdict().equals(verdict)))
                .findFirst()
                .orElseGet(reports::getFirst);
    }

    /// `PASS`, `FAIL`, `INCONCLUSIVE`, or `ERROR` if a scenario could not be checked and none failed.
    String verdict() {
        String verdict = decisive().verdict();
        return verdict.equals(UNSUPPORTED) ? INCONCLUSIVE : verdict;
    }

    int exitCode() {
        return verdict().equals(ERROR) ? ExitCode.FAILED : ExitCode.of(verdict());
    }

    /// The report of a single scenario; for several, that of the decisive one, with the verdict over all and, in
    /// `scenarios`, all reports.
    ObjectNode json() {
        ObjectNode json = decisive().report().deepCopy();
        if (reports.size() > 1) {
            json.put("scenario", decisive().scenario())
                    .put("verdict", verdict())
                    .put("assessment", sentence());
            ArrayNode all = json.putArray("scenarios");
            reports.forEach(one -> all.add(one.report().deepCopy().put("scenario", one.scenario())));
        }
        return json;
    }

    /// The verdict over several scenarios, one line for each and one for all.
    String summary() {
        String lines = reports.stream()
                .map(one -> "%-12s %s%n".formatted(one.scenario(), one.assessment()))
                .collect(Collectors.joining());
        return lines + "VERDICT: " + sentence().replaceFirst(": ", " - ");
    }

    /// `FAIL: ends; PASS: tools, interleaved.`
    private String sentence() {
        Map<String, List<String>> byVerdict = reports.stream()
                .collect(Collectors.groupingBy(
                        ScenarioReport::verdict, Collectors.mapping(ScenarioReport::scenario, Collectors.toList())));
        return GRAVEST_FIRST.stream()
                        .filter(byVerdict::containsKey)
                        .map(verdict -> verdict + ": " + String.join(", ", byVerdict.getOrDefault(verdict, List.of())))
                        .collect(Collectors.joining("; "))
                + ".";
    }
}
