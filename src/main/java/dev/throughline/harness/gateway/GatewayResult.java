package dev.throughline.harness.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The outcome of a gateway in one combination.
///
/// @param run the stub's run behind it
/// @param report of that run: what came back to the backend
/// @param shown what reached the client of what the backend issued
/// @param failure why the conversation ended early
public record GatewayResult(GatewayPair pair, String run, JsonNode report, Shown shown, Optional<String> failure) {
    private static final String PASS = "PASS";
    private static final String FAIL = "FAIL";
    private static final String PRESERVED = "PRESERVED";

    /// The part that reached the client.
    /// @param issued number of answers with reasoning
    /// @param exact how many of them the client received with equal reasoning
    /// @param trimmed how many it received with other white space
    /// @param calls number of calls that were issued
    /// @param received number of calls that the client received
    /// @param asked the dialects in which the backend was asked: a gateway may choose another one than expected
    public record Shown(int issued, int exact, int trimmed, int calls, int received, String asked) {
        /// As the status of a capability.
        public String status() {
            return issued == 0
                    ? "NOT_EXERCISED"
                    : exact == issued ? PRESERVED : exact + trimmed == 0 ? "BROKEN" : "PARTIAL";
        }

        boolean isComplete() {
            return exact == issued && received >= calls;
        }
    }

    /// `PASS`, `FAIL` or `INCONCLUSIVE`. A gateway that refuses what it offers, or keeps answers from its
    /// client, fails.
    public String verdict() {
        return failure.isPresent() || !shown.isComplete()
                ? FAIL
                : report.path("verdict").asText();
    }

    /// The status of a capability, as the run's report names it.
    public String status(String capability) {
        return capability.equals("SHOWN")
                ? shown.status()
                : report.path("capabilities").path(capability).path("status").asText("NOT_EXERCISED");
    }

    /// Further remarks; empty if there are none.
    public String note() {
        List<String> notes = new ArrayList<>();
        failure.ifPresent(notes::add);
        if (!shown.asked().isEmpty() && !shown.asked().equals(pair.route().backend())) {
            notes.add("asked the backend in " + shown.asked());
        }
        if (shown.received() < shown.calls() && failure.isEmpty()) {
            notes.add(shown.received() + " of " + shown.calls() + " calls reached the client");
        }
        report.path("capabilities").properties().forEach(one -> {
            String status = one.getValue().path("status").asText();
            if (List.of("BROKEN", "PARTIAL").contains(status) && !one.getKey().equals("THINK")) {
                notes.add(one.getKey() + " " + status);
            }
        });
        return String.join("; ", notes);
    }

    /// It as JSON.
    public ObjectNode json() {
        ObjectNode json = Json.TREES
                .createObjectNode()
                .put("client", pair.client())
                .put("backend", pair.route().backend());
        pair.variant().ifPresent(variant -> json.put("variant", variant));
        json.put("streamed", pair.isStreamed()).put("scenario", pair.scenario());
        if (!pair.field().isEmpty()) {
            json.put("reasoningField", pair.field());
        }
        json.put("verdict", verdict()).put("shown", shown.status()).put("asked", shown.asked());
        failure.ifPresent(reason -> json.put("failure", reason));
        json.set("report", report);
        return json.put("run", run);
    }

    /// Whether it proves that nothing was lost.
    boolean isPass() {
        return verdict().equals(PASS);
    }
}
