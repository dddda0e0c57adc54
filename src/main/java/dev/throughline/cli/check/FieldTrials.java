package dev.throughline.cli.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ServiceClient;
import dev.throughline.text.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// The outcome for a client that lost its reasoning in one field of a chat answer and was tried with others.
///
/// @param lost the field in which it lost it
/// @param trials one for each other field, in the order in which they were tried
record FieldTrials(String lost, List<Trial> trials) {
    /// The field of a report with the trials.
    static final String TRIED = "tried";

    private static final String PRESERVED = "PRESERVED";

    /// A check with reasoning in one field.
    /// @param run empty if the check failed
    /// @param status of THINK, `ERROR` if the check failed
    record Trial(String field, String run, String status, String withinTurn, String acrossTurns) {
        static Trial of(String field, JsonNode report) {
            JsonNode think = report.at("/capabilities/THINK");
            return new Trial(
                    field,
                    report.path("run").asText(),
                    think.path("status").asText(),
                    think.path("withinTurn").asText(),
                    think.path("acrossTurns").asText());
        }
    }

    /// Whether a client did not keep all reasoning.
    static boolean isLost(JsonNode report) {
        return List.of("BROKEN", "PARTIAL")
                .contains(report.at("/capabilities/THINK/status").asText());
    }

    /// Tries the fields one after the other; a check that fails does not end the others.
    /// @param check runs a check with a field and returns its run
    /// @param progress is given why a check failed
    static FieldTrials run(
            String lost,
            List<String> fields,
            Function<String, String> check,
            ServiceClient service,
            Consumer<String> progress) {
        List<Trial> trials = new ArrayList<>();
        for (String field : fields) {
            try {
                trials.add(Trial.of(field, service.report(check.apply(field))));
            } catch (HarnessException e) {
                progress.accept("reasoning in " + field + ": " + e.getMessage());
                trials.add(new Trial(field, "", "ERROR", "ERROR", "ERROR"));
            }
        }
        return new FieldTrials(lost, List.copyOf(trials));
    }

    /// `It keeps reasoning when offered as reasoning_details (run …), not as reasoning_content or reasoning.`
    String text(String client) {
        List<String> keeps = trials.stream()
                .filter(trial -> trial.status().equals(PRESERVED))
                .map(trial -> trial.field() + " (run " + trial.run() + ")")
                .toList();
        List<String> loses = new ArrayList<>(List.of(lost));
        trials.stream()
                .filter(trial -> !trial.status().equals(PRESERVED))
                .map(trial -> trial.field() + " (" + trial.status() + ")")
                .forEach(loses::add);
        return keeps.isEmpty()
                ? client + " does not keep all reasoning in any field: " + String.join(", ", loses) + "."
                : client + " keeps reasoning when offered as " + String.join(" or ", keeps) + ", not as "
                        + String.join(" or ", loses) + ".";
    }

    /// The trials as JSON, for the report of the first check: `keepsAs` and `tried`.
    void addTo(ObjectNode report) {
        ArrayNode keeps = report.putArray("keepsAs");
        ArrayNode tried = report.putArray(TRIED);
        for (Trial trial : trials) {
            if (trial.status().equals(PRESERVED)) {
                keeps.add(trial.field());
            }
            tried.add(Json.TREES
                    .createObjectNode()
                    .put("reasoningField", trial.field())
                    .put("run", trial.run())
                    .put("status", trial.status())
                    .put("withinTurn", trial.withinTurn())
                    .put("acrossTurns", trial.acrossTurns()));
        }
    }
}
