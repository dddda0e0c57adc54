package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;

/// Reads items and events of Responses answers.
final class ResponsesAnswerReader {
    private static final String FULL = "reasoning item";
    private static final String SUMMARY = "reasoning item (summary)";

    private ResponsesAnswerReader() {}

    /// Reads a complete item.
    static void item(int index, JsonNode item, AnswerCollector answer) {
        switch (item.path("type").asText()) {
            case "reasoning" -> {
                item.path("content").forEach(part -> answer.reasoning(FULL, ChatAnswerReader.text(part.path("text"))));
                item.path("summary")
                        .forEach(part -> answer.reasoning(SUMMARY, ChatAnswerReader.text(part.path("text"))));
            }
            case "message" ->
                item.path("content").forEach(part -> answer.content(ChatAnswerReader.text(part.path("text"))));
            case "function_call" -> {
                call(index, item, answer);
                answer.arguments(index, ChatAnswerReader.text(item.path("arguments")));
            }
            default -> {}
        }
    }

    static void event(JsonNode event, AnswerCollector answer) {
        int index = event.path("output_index").asInt();
        String delta = ChatAnswerReader.text(event.path("delta"));
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

    /// Reads how a response ended. The dialect has no finish reason for calls: a call among the items is one.
    static void end(JsonNode response, AnswerCollector answer) {
        String ended = response.path("status").asText();
        boolean isCut = ended.equals("incomplete");
        if (isCut || ended.equals("completed")) {
            answer.finish(isCut ? ProbeAnswer.LENGTH : answer.hasCalls() ? ProbeAnswer.CALLS : "stop");
        }
        answer.usage(response.path("usage"));
        answer.end();
    }

    private static void call(int index, JsonNode item, AnswerCollector answer) {
        if (item.path("type").asText().equals("function_call")) {
            answer.call(index, ChatAnswerReader.text(item.path("call_id")), ChatAnswerReader.text(item.path("name")));
        }
    }

    private static void done(int index, JsonNode item, AnswerCollector answer) {
        call(index, item, answer);
        if (item.path("type").asText().equals("function_call") && !answer.hasArguments(index)) {
            answer.arguments(index, ChatAnswerReader.text(item.path("arguments")));
        }
    }

    private static String message(JsonNode event) {
        JsonNode error = event.has("response") ? event.path("response").path("error") : event;
        return error.path("message").asText();
    }
}
