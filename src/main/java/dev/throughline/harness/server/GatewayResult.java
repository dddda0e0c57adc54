package dev.throughline.harness.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The outcome of a gateway in one combination.
public sealed interface GatewayResult {
    String PASS = "PASS";
    String FAIL = "FAIL";

    GatewayPair pair();

    /// The stub's run behind it.
    String run();

    /// `PASS`, `FAIL` or `INCONCLUSIVE`.
    String verdict();

    /// The status of a capability, as a run's report names it; empty for a probe.
    String status(String capability);

    /// Further remarks; empty if there are none.
    String note();

    /// Whether nothing was lost.
    default boolean isPass() {
        return verdict().equals(PASS);
    }

    /// It as JSON.
    default ObjectNode json() {
        ObjectNode json = Json.TREES
                .createObjectNode()
                .put("client", pair().client())
                .put("backend", pair().route().backend());
        pair().variant().ifPresent(variant -> json.put("variant", variant));
        json.put("streamed", pair().isStreamed()).put("scenario", pair().scenario());
        if (!pair().field().isEmpty()) {
            json.put("reasoningField", pair().field());
        }
        json.put("verdict", verdict());
        write(json);
        return json.put("run", run());
    }

    /// Writes what only this kind of result has.
    void write(ObjectNode json);

    /// The outcome of a conversation. A gateway that refuses what it offers, or keeps answers from its client, fails.
    ///
    /// @param report of the run: what came back to the backend
    /// @param shown what reached the client of what the backend issued
    /// @param failure why the conversation ended early
    record Conversed(GatewayPair pair, String run, JsonNode report, Shown shown, Optional<String> failure)
            implements GatewayResult {
        @Override
        public String verdict() {
            return failure.isPresent() || !shown.isComplete()
                    ? FAIL
                    : report.path("verdict").asText();
        }

        @Override
        public String status(String capability) {
            return capability.equals("SHOWN")
                    ? shown.status()
                    : report.path("capabilities")
                            .path(capability)
                            .path("status")
                            .asText("NOT_EXERCISED");
        }

        @Override
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
                if (List.of("BROKEN", "PARTIAL").contains(status)
                        && !one.getKey().equals("THINK")) {
                    notes.add(one.getKey() + " " + status);
                }
            });
            return String.join("; ", notes);
        }

        @Override
        public void write(ObjectNode json) {
            json.put("shown", shown.status()).put("asked", shown.asked());
            failure.ifPresent(reason -> json.put("failure", reason));
            json.set("report", report);
        }
    }

    /// The outcome of a probe.
    ///
    /// @param fault what the gateway did wrong; empty if nothing
    /// @param remark what else was seen; empty for nothing
    record Probed(GatewayPair pair, String run, Optional<String> fault, String remark) implements GatewayResult {
        @Override
        public String verdict() {
            return fault.isPresent() ? FAIL : PASS;
        }

        @Override
        public String status(String capability) {
            return "";
        }

        @Override
        public String note() {
            return Stream.concat(fault.stream(), Stream.of(remark))
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining("; "));
        }

        @Override
        public void write(ObjectNode json) {
            fault.ifPresent(reason -> json.put("failure", reason));
            if (!remark.isEmpty()) {
                json.put("remark", remark);
            }
        }
    }

    /// The part of a conversation that reached the client.
    ///
    /// @param issued number of answers with reasoning
    /// @param exact how many of them the client received with equal reasoning
    /// @param trimmed how many it received with other white space
    /// @param calls number of calls that were issued
    /// @param received number of calls that the client received
    /// @param asked the dialects in which the backend was asked: a gateway may choose another one than expected
    record Shown(int issued, int exact, int trimmed, int calls, int received, String asked) {
        private static final String PRESERVED = "PRESERVED";

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
}
