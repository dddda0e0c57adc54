package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;

/// The results of a check about a product, for the matrix: without addresses or texts.
final class BackendCheckSubmission {
    private BackendCheckSubmission() {}

    /// The body of `POST /api/v1/backend-checks`.
    static ObjectNode of(BackendReport report, ServerProduct serverProduct) {
        ObjectNode json = Json.TREES.createObjectNode();
        json.putObject("backend").put("name", serverProduct.name()).put("version", serverProduct.version());
        json.put("model", named(report.model()));
        report.serverIdentity().template().ifPresent(template -> json.put("template", template));
        json.put("requests", report.requests()).put("seconds", report.took().toMillis() / 1000.0);
        ArrayNode dialects = json.putArray("dialects");
        report.probed().forEach(probed -> dialect(dialects.addObject(), probed));
        return json;
    }

    private static void dialect(ObjectNode json, DialectResult.Probed probed) {
        json.put("dialect", probed.dialect().id())
                .put("proof", probed.history().proof().name())
                .putObject("think")
                .put("status", probed.think().name())
                .put("withinTurn", probed.within().name())
                .put("acrossTurns", probed.across().name());
        quality(json.putObject("quality"), probed.emission().calls());
    }

    /// Counters named as in the vendors' verifiers, null if nothing was counted. `tool_call_f1` compares
    /// with the answers of the vendor's own service, which this check does not call.
    static void quality(ObjectNode json, CallTally calls) {
        json.putNull("tool_call_f1");
        if (calls.made() == 0) {
            json.putNull("schema_accuracy");
        } else {
            json.putObject("schema_accuracy").put("numerator", calls.fitting()).put("denominator", calls.made());
        }
    }

    /// Only the last part of a path, which belongs to this machine.
    static String named(String model) {
        return model.startsWith("/") ? model.substring(model.lastIndexOf('/') + 1) : model;
    }
}
