package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// One message as the toy template sees it.
record ToyTurn(String role, String reasoning, String text) {

    /// Reads the history of a request of any dialect.
    static List<ToyTurn> of(JsonNode body, Set<ToyBackendQuirk> quirks) {
        List<ToyTurn> turns = new ArrayList<>();
        body.path("messages").forEach(message -> turns.add(message(message, quirks)));
        String reasoning = "";
        for (JsonNode item : body.path("input")) {
            String type = item.path("type").asText();
            if (type.equals("reasoning")) {
                reasoning = text(item.path("content"));
            } else {
                turns.add(item(item, type, reasoning));
                reasoning = "";
            }
        }
        return turns;
    }

    boolean is(String wanted) {
        return role.equals(wanted);
    }

    private static ToyTurn item(JsonNode item, String type, String reasoning) {
        return switch (type) {
            case "function_call" ->
                new ToyTurn(
                        "assistant",
                        reasoning,
                        "<tool_call>" + item.path("name").asText());
            case "function_call_output" ->
                new ToyTurn("tool", "", item.path("output").asText());
            default -> new ToyTurn(item.path("role").asText(), reasoning, text(item.path("content")));
        };
    }

    private static ToyTurn message(JsonNode message, Set<ToyBackendQuirk> quirks) {
        String role = message.path("role").asText();
        JsonNode content = message.path("content");
        for (JsonNode part : content) {
            if (part.path("type").asText().equals("tool_result")) {
                return new ToyTurn("tool", "", part.path("content").asText());
            }
        }
        String text = content.isArray() && quirks.contains(ToyBackendQuirk.IGNORES_ARRAYS) ? "" : text(content);
        if (quirks.contains(ToyBackendQuirk.PRINTS_CONTENT_ONLY)) {
            return new ToyTurn(role, "", text + calls(message.path("tool_calls")));
        }
        int closer = text.indexOf("</think>");
        String tagged = closer < 0 ? "" : text.substring(0, closer).replace("<think>", "");
        String visible = closer < 0 ? text : text.substring(closer + "</think>".length());
        return new ToyTurn(role, reasoning(message, tagged, quirks), visible + calls(message.path("tool_calls")));
    }

    private static String reasoning(JsonNode message, String tagged, Set<ToyBackendQuirk> quirks) {
        if (quirks.contains(ToyBackendQuirk.READS_ONLY_REASONING)) {
            return message.path("reasoning").asText();
        }
        if (quirks.contains(ToyBackendQuirk.READS_ONLY_REASONING_CONTENT)) {
            return message.path("reasoning_content").asText();
        }
        if (quirks.contains(ToyBackendQuirk.READS_ONLY_DETAILS)) {
            return text(message.path("reasoning_details"));
        }
        if (quirks.contains(ToyBackendQuirk.READS_ONLY_TAGS)) {
            return tagged;
        }
        String field = message.path("reasoning_content")
                .asText(message.path("reasoning").asText());
        String block = field.isEmpty() ? thinking(message.path("content")) : field;
        return block.isEmpty() ? tagged : block;
    }

    private static String thinking(JsonNode content) {
        var all = new StringBuilder();
        content.forEach(block -> all.append(block.path("thinking").asText()));
        return all.toString();
    }

    private static String calls(JsonNode calls) {
        var all = new StringBuilder();
        calls.forEach(call -> all.append("<tool_call>")
                .append(call.at("/function/name").asText())
                .append(call.at("/function/arguments").asText()));
        return all.toString();
    }

    private static String text(JsonNode content) {
        if (content.isTextual()) {
            return content.asText();
        }
        var all = new StringBuilder();
        content.forEach(part -> all.append(part.path("text").asText()));
        return all.toString();
    }
}
