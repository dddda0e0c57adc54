package dev.throughline.prompt;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.render.ChatForm;
import dev.throughline.render.jinja.Origin;
import java.util.List;

/// Maps each character of a prompt to its field in the conversation, in the terms of the legend: `system`,
/// `user`, `reasoning`, `answer`, `call`, `result`, `tools`, `scaffold`, `frame`.
record PromptFields(ObjectNode context) {
    static final List<String> REASONING = ChatForm.REASONING_FIELDS;

    String of(Origin origin) {
        return switch (origin) {
            case Origin.Frame _ -> "frame";
            case Origin.Scaffold _ -> "scaffold";
            case Origin.Content content -> field(content.pointer().toString(), origin.message());
        };
    }

    private String field(String pointer, int message) {
        if (message < 0) {
            return pointer.startsWith("/tools") ? "tools" : "system";
        }
        String inside = pointer.substring(("/messages/" + message).length());
        if (REASONING.stream().anyMatch(name -> inside.startsWith("/" + name))) {
            return "reasoning";
        }
        if (inside.startsWith("/tool_calls")) {
            return "call";
        }
        return switch (context.at("/messages/" + message + "/role").asText()) {
            case "user" -> "user";
            case "assistant" -> "answer";
            case "tool" -> "result";
            default -> "system";
        };
    }
}
