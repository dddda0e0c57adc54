package dev.throughline.cli.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.cli.service.QueryStringBuilder;
import dev.throughline.harness.HarnessException;
import dev.throughline.harness.ServiceClient;
import dev.throughline.text.Json;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/// Where a running service expects the reasoning of one model of a backend.
///
/// @param backend the backend's name in the settings of the service
/// @param model the backend's name for the model; empty if the setting applies to all models
/// @param state as in the exchanges: `prefilled`, `parsed`, …
record LearntReasoning(String backend, String model, String state) {
    private static final String PATH = "/api/v1/backends";
    private static final String AUTO = "auto";

    /// The facts that a service has learned about its backends at a base URL.
    /// @throws HarnessException if the service does not report it
    static List<LearntReasoning> of(ServiceClient service, URI url) {
        ServiceClient.Response response = service.get(PATH + new QueryStringBuilder().add("url", url.toString()));
        if (response.isRefused()) {
            throw new HarnessException("the service did not report what it has learnt: " + response.detail());
        }
        List<LearntReasoning> learnt = new ArrayList<>();
        for (JsonNode backend : response.json().path("backends")) {
            String name = backend.path("name").asText();
            String setting = backend.path("reasoningIn").asText();
            if (!setting.equals(AUTO)) {
                learnt.add(new LearntReasoning(name, "", setting));
            }
            for (JsonNode model : backend.path("models")) {
                learnt.add(new LearntReasoning(
                        name,
                        model.path("model").asText(),
                        model.path("reasoningState").asText()));
            }
        }
        return List.copyOf(learnt);
    }

    /// Readable lines, each with a leading line break.
    static String text(List<LearntReasoning> learnt) {
        var text = new StringBuilder();
        learnt.forEach(one -> text.append("\nReasoning as the service reads it: backend ")
                .append(one.backend)
                .append(one.model.isEmpty() ? ", as set: " : ", " + one.model + ": ")
                .append(one.state));
        return text.toString();
    }

    /// A report with these in its field `learnt`.
    /// @param report one JSON object
    static String json(String report, List<LearntReasoning> learnt) {
        try {
            var object = (ObjectNode) Json.TREES.readTree(report);
            var list = object.putArray("learnt");
            learnt.forEach(one -> list.addObject()
                    .put("backend", one.backend)
                    .put("model", one.model)
                    .put("reasoningState", one.state));
            return object.toPrettyString();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a report is a JSON object", e);
        }
    }
}
