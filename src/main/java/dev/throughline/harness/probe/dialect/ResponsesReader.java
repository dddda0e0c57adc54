package dev.throughline.harness.probe.dialect;

import com.fasterxml.jackson.databind.JsonNode;

/// Reads items and events of Responses answers.
final class ResponsesReader {
    private static final String FULL = "reasoning item";
    private static final String SUMMARY = "reasoning item (summary)";

    private ResponsesReader() {}

    /// Reads a whole item.
    static void item(int index, JsonNode item, Listening answer) {
        switch (item.path("type").asText()) {
            case "reasoning" -> {
                item.path("content").forEach(part -> answer.reasoning(FULL, ChatReader.text(part.path("text"))));
                item.path("summary").forEach(part -> answer.reasoning(SUMMARY, ChatReader.text(part.path("text"))));
            }
            case "message" -> item.path("content").forEach(part -> answer.content(ChatReader.text(part.path("text"))));
            case "function_call" -> {
                call(index, item, answer);
                answer.arguments(index, ChatReader.text(item.path("arguments")));
            }
            default -> {}
        }
    }

    static void event(JsonNode event, Listening answer) {
        int index = event.path("output_index").asInt();
        String delta = ChatReader.text(event.path("delta"));
        switch (event.path("type").asText()) {
            case "response.reasoning_text.delta" -> answer.reasoning(FULL, delta);
            case "response.reasoning_summary_text.delta" -> answer.reasoning(SUMMARY, delta);
            case "response.output_text.delta" -> answer.content(delta);
            case "response.function_call_arguments.delta" -> answer.arguments(index, delta);
            case "response.output_item.added" -> call(index, event.path("item"), answer);
            case "response.output_item.done" -> done(index, event.path("item"), answer);
            case "response.completed", "response.incomplete" -> end(event.path("response"), answer);
            case "response.failed", "error" -> answer.failure("an error inside the stream: " + message(event));
            default -> {}
        }
    }

    /// Reads how a response ended. The dialect names no finish reason: a call among the items is one.
    static void end(JsonNode response, Listening answer) {
        String ended = response.path("status").asText();
        boolean isCut = ended.equals("incomplete");
        if (isCut || ended.equals("completed")) {
            answer.finish(isCut ? Heard.LENGTH : answer.hasCalls() ? Heard.CALLS : "stop");
        }
        answer.usage(response.path("usage"));
        answer.end();
    }

    private static void call(int index, JsonNode item, Listening answer) {
        if (item.path("type").asText().equals("function_call")) {
            answer.call(index, ChatReader.text(item.path("call_id")), ChatReader.text(item.path("name")));
        }
    }

    private static void done(int index, JsonNode item, Listening answer) {
        call(index, item, answer);
        if (item.path("type").asText().equals("function_call") && !answer.hasArguments(index)) {
            answer.arguments(index, ChatReader.text(item.path("arguments")));
        }
    }

    private static String message(JsonNode event) {
        JsonNode error = event.has("response") ? event.path("response").path("error") : event;
        return error.path("message").asText();
    }
}
