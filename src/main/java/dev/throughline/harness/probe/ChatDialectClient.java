package dev.throughline.harness.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.text.Json;
import java.util.List;
import java.util.OptionalInt;

/// OpenAI chat completions.
record ChatDialectClient() implements DialectClient {
    @Override
    public ServerDialect dialect() {
        return ServerDialect.CHAT;
    }

    @Override
    public ObjectNode body(ProbeRequest probeRequest) {
        ObjectNode body = Json.TREES
                .createObjectNode()
                .put("model", probeRequest.model())
                .put("temperature", 0)
                .put("max_tokens", probeRequest.maxTokens());
        ArrayNode messages = body.putArray("messages");
        messages.addObject().put("role", "system").put("content", SYSTEM);
        probeRequest.history().forEach(probeTurn -> message(messages.addObject(), probeTurn, probeRequest));
        tool(body.putArray("tools").addObject());
        if (probeRequest.isStreamed()) {
            body.put("stream", true).putObject("stream_options").put("include_usage", true);
        }
        body.setAll(probeRequest.extras());
        return body;
    }

    private static void tool(ObjectNode tool) {
        tool.put("type", "function")
                .putObject("function")
                .put("name", ProbeHistories.TOOL)
                .put("description", ProbeHistories.TOOL_DESCRIPTION)
                .set("parameters", DialectClient.parameters());
    }

    private static void message(ObjectNode message, ProbeTurn probeTurn, ProbeRequest probeRequest) {
        switch (probeTurn) {
            case ProbeTurn.User(String text)
            when probeRequest.hasArrays() ->
                DialectClient.parts(message.put("role", "user").putArray("content"), "text", text);
            case ProbeTurn.User(String text) -> message.put("role", "user").put("content", text);
            case ProbeTurn.Result(String id, String text) ->
                message.put("role", "tool").put("tool_call_id", id).put("content", text);
            case ProbeTurn.Assistant assistant ->
                assistant(message.put("role", "assistant"), assistant, probeRequest.placement());
        }
    }

    private static void assistant(ObjectNode message, ProbeTurn.Assistant said, ReasoningPlacement reasoningPlacement) {
        message.put("content", said.text());
        if (!said.reasoning().isEmpty()) {
            reasoning(message, said, reasoningPlacement);
        }
        if (said.calls().isEmpty()) {
            return;
        }
        ArrayNode calls = message.putArray("tool_calls");
        for (ProbeTurn.Call call : said.calls()) {
            calls.addObject()
                    .put("id", call.id())
                    .put("type", "function")
                    .putObject("function")
                    .put("name", call.name())
                    .put("arguments", call.arguments());
        }
    }

    private static void reasoning(ObjectNode message, ProbeTurn.Assistant said, ReasoningPlacement reasoningPlacement) {
        String text = said.reasoning();
        switch (reasoningPlacement) {
            case NONE, THINKING_BLOCK, REASONING_ITEM -> {}
            case REASONING_CONTENT -> message.put("reasoning_content", text);
            case UNREAD -> message.put(reasoningPlacement.label(), text);
            case REASONING -> message.put("reasoning", text);
            case BOTH -> message.put("reasoning_content", text).put("reasoning", text);
            case THINK_TAGS -> message.put("content", "<think>" + text + "</think>\n" + said.text());
            case DETAILS ->
                message.putArray("reasoning_details")
                        .addObject()
                        .put("type", "reasoning.text")
                        .put("text", text)
                        .put("format", "unknown")
                        .put("index", 0);
        }
    }

    @Override
    public boolean isAnswer(JsonNode body) {
        return body.path("choices").path(0).path("message").isObject();
    }

    @Override
    public ProbeAnswer whole(JsonNode body) {
        var answer = new AnswerCollector();
        JsonNode choice = body.path("choices").path(0);
        ChatAnswerReader.message(choice.path("message"), answer);
        answer.finish(choice.path("finish_reason"));
        answer.usage(body.path("usage"));
        answer.end();
        return answer.probeAnswer();
    }

    @Override
    public ProbeAnswer streamed(List<String> frames) {
        var answer = new AnswerCollector();
        for (String frame : frames) {
            if (frame.strip().equals("[DONE]")) {
                answer.end();
            } else {
                SseFrameReader.json(frame, answer).ifPresent(chunk -> ChatAnswerReader.chunk(chunk, answer));
            }
        }
        return answer.probeAnswer();
    }

    @Override
    public OptionalInt promptTokens(JsonNode body) {
        return DialectClient.sum(body.path("usage"), "prompt_tokens");
    }
}
