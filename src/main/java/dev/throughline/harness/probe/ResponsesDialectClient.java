package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.util.List;
import java.util.OptionalInt;

/// OpenAI Responses, with the whole history in the input and nothing stored.
record ResponsesDialectClient() implements DialectClient {
    /// The minimum that the OpenAI API accepts.
    private static final int FEWEST_TOKENS = 16;

    private static final String FULL = "reasoning item";
    private static final String SUMMARY = "reasoning item (summary)";

    @Override
    public ServerDialect dialect() {
        return ServerDialect.RESPONSES;
    }

    @Override
    public ObjectNode body(ProbeRequest probeRequest) {
        ObjectNode body = Json.TREES
                .createObjectNode()
                .put("model", probeRequest.model())
                .put("temperature", 0)
                .put("max_output_tokens", Math.max(FEWEST_TOKENS, probeRequest.maxTokens()))
                .put("store", false)
                .put("instructions", SYSTEM);
        ArrayNode input = body.putArray("input");
        int position = 0;
        for (ProbeTurn probeTurn : probeRequest.history()) {
            items(input, probeTurn, probeRequest.placement(), position++);
        }
        body.putArray("tools")
                .addObject()
                .put("type", "function")
                .put("name", ProbeHistories.TOOL)
                .put("description", ProbeHistories.TOOL_DESCRIPTION)
                .put("strict", false)
                .set("parameters", DialectClient.parameters());
        if (probeRequest.isStreamed()) {
            body.put("stream", true);
        }
        body.setAll(probeRequest.extras());
        return body;
    }

    private static void items(
            ArrayNode input, ProbeTurn probeTurn, ReasoningPlacement reasoningPlacement, int position) {
        switch (probeTurn) {
            case ProbeTurn.User(String text) -> message(input, "user", "input_text", text);
            case ProbeTurn.Result(String id, String text) ->
                input.addObject()
                        .put("type", "function_call_output")
                        .put("call_id", id)
                        .put("output", text);
            case ProbeTurn.Assistant assistant -> assistant(input, assistant, reasoningPlacement, position);
        }
    }

    private static ObjectNode message(ArrayNode input, String role, String type, String text) {
        ObjectNode message = input.addObject().put("type", "message").put("role", role);
        return message.putArray("content").addObject().put("type", type).put("text", text);
    }

    private static void assistant(
            ArrayNode input, ProbeTurn.Assistant said, ReasoningPlacement reasoningPlacement, int position) {
        if (reasoningPlacement == ReasoningPlacement.REASONING_ITEM
                && !said.reasoning().isEmpty()) {
            ObjectNode item = input.addObject().put("type", "reasoning").put("id", "rs_probe" + position);
            item.putArray("summary");
            item.putArray("content").addObject().put("type", "reasoning_text").put("text", said.reasoning());
        }
        if (!said.text().isEmpty()) {
            message(input, "assistant", "output_text", said.text()).putArray("annotations");
            ((ObjectNode) input.get(input.size() - 1))
                    .put("id", "msg_probe" + position)
                    .put("status", "completed");
        }
        for (ProbeTurn.Call call : said.calls()) {
            input.addObject()
                    .put("type", "function_call")
                    .put("id", "fc_probe" + position)
                    .put("call_id", call.id())
                    .put("name", call.name())
                    .put("arguments", call.arguments())
                    .put("status", "completed");
        }
    }

    @Override
    public boolean isAnswer(JsonNode body) {
        return body.path("output").isArray();
    }

    @Override
    public ProbeAnswer whole(JsonNode body) {
        var answer = new AnswerCollector();
        int index = 0;
        for (JsonNode item : body.path("output")) {
            item(index++, item, answer);
        }
        end(body, answer);
        return answer.probeAnswer();
    }

    @Override
    public ProbeAnswer streamed(List<String> frames) {
        var answer = new AnswerCollector();
        for (String frame : frames) {
            if (!frame.strip().equals("[DONE]")) {
                SseFrameReader.json(frame, answer).ifPresent(event -> event(event, answer));
            }
        }
        return answer.probeAnswer();
    }

    @Override
    public OptionalInt promptTokens(JsonNode body) {
        return DialectClient.sum(body.path("usage"), "input_tokens");
    }

    /// Reads a complete item.
    private static void item(int index, JsonNode item, AnswerCollector answer) {
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

    private static void event(JsonNode event, AnswerCollector answer) {
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
    private static void end(JsonNode response, AnswerCollector answer) {
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
