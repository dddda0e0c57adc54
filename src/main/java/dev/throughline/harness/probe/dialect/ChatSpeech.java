package dev.throughline.harness.probe.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalInt;

/// OpenAI chat completions.
record ChatSpeech() implements Speech {

    @Override
    public ServerDialect dialect() {
        return ServerDialect.CHAT;
    }

    @Override
    public ObjectNode body(Ask ask) {
        ObjectNode body = JSON.createObjectNode()
                .put("model", ask.model())
                .put("temperature", 0)
                .put("max_tokens", ask.maxTokens());
        ArrayNode messages = body.putArray("messages");
        messages.addObject().put("role", "system").put("content", SYSTEM);
        ask.history().forEach(said -> message(messages.addObject(), said, ask));
        tool(body.putArray("tools").addObject());
        if (ask.isStreamed()) {
            body.put("stream", true).putObject("stream_options").put("include_usage", true);
        }
        body.setAll(ask.extras());
        return body;
    }

    private static void tool(ObjectNode tool) {
        tool.put("type", "function")
                .putObject("function")
                .put("name", Histories.TOOL)
                .put("description", Histories.TOOL_DESCRIPTION)
                .set("parameters", Speech.parameters());
    }

    private static void message(ObjectNode message, Said said, Ask ask) {
        switch (said) {
            case Said.User(String text)
            when ask.hasArrays() -> Speech.parts(message.put("role", "user").putArray("content"), "text", text);
            case Said.User(String text) -> message.put("role", "user").put("content", text);
            case Said.Result(String id, String text) ->
                message.put("role", "tool").put("tool_call_id", id).put("content", text);
            case Said.Assistant assistant -> assistant(message.put("role", "assistant"), assistant, ask.placement());
        }
    }

    private static void assistant(ObjectNode message, Said.Assistant said, Placement placement) {
        message.put("content", said.text());
        if (!said.reasoning().isEmpty()) {
            reasoning(message, said, placement);
        }
        if (said.calls().isEmpty()) {
            return;
        }
        ArrayNode calls = message.putArray("tool_calls");
        for (Said.Call call : said.calls()) {
            calls.addObject()
                    .put("id", call.id())
                    .put("type", "function")
                    .putObject("function")
                    .put("name", call.name())
                    .put("arguments", call.arguments());
        }
    }

    private static void reasoning(ObjectNode message, Said.Assistant said, Placement placement) {
        String text = said.reasoning();
        switch (placement) {
            case NONE, THINKING_BLOCK, REASONING_ITEM -> {}
            case REASONING_CONTENT -> message.put("reasoning_content", text);
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
    public Heard whole(JsonNode body) {
        var answer = new Listening();
        JsonNode choice = body.path("choices").path(0);
        ChatReader.message(choice.path("message"), answer);
        answer.finish(choice.path("finish_reason"));
        answer.usage(body.path("usage"));
        answer.end();
        return answer.heard();
    }

    @Override
    public Heard streamed(List<String> frames) {
        var answer = new Listening();
        for (String frame : frames) {
            if (frame.strip().equals("[DONE]")) {
                answer.end();
            } else {
                Frames.json(frame, answer).ifPresent(chunk -> ChatReader.chunk(chunk, answer));
            }
        }
        return answer.heard();
    }

    @Override
    public OptionalInt promptTokens(JsonNode body) {
        return Speech.sum(body.path("usage"), "prompt_tokens");
    }
}
