package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.text.Json;
import java.util.Map;

/// How a request asks to keep earlier reasoning.
public enum PreservationSwitch {
    /// Self-hosted servers: a variable of the chat template.
    TEMPLATE("chat_template_kwargs.clear_thinking"),
    /// Z.ai's hosted API.
    THINKING("thinking.clear_thinking");

    private final String label;

    PreservationSwitch(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }

    Map<String, JsonNode> clearing(boolean value) {
        return switch (this) {
            case TEMPLATE -> template("clear_thinking", value);
            case THINKING ->
                Map.of(
                        "thinking",
                        Json.TREES.createObjectNode().put("type", "enabled").put("clear_thinking", value));
        };
    }

    /// A variable of the chat template.
    public static Map<String, JsonNode> template(String name, boolean value) {
        return Map.of("chat_template_kwargs", Json.TREES.createObjectNode().put(name, value));
    }
}
