package dev.throughline.harness.probe.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalInt;

/// Anthropic messages.
record MessagesSpeech() implements Speech {
    private static final String UNSIGNED = "cHJvYmU=";

    @Override
    public ServerDialect dialect() {
        return ServerDialect.MESSAGES;
    }

    @Override
    public ObjectNode body(Ask ask) {
        ObjectNode body = JSON.createObjectNode()
                .put("model", ask.model())
                .put("temperature", 0)
                .put("max_tokens", ask.maxTokens())
                .put("system", SYSTEM);
        ArrayNode messages = body.putArray("messages");
        ask.history().forEach(said -> message(messages.addObject(), said, ask));
        body.putArray("tools")
                .addObject()
                .put("name", Histories.TOOL)
                .put("description", Histories.TOOL_DESCRIPTION)
                .set("input_schema", Speech.parameters());
        if (ask.isStreamed()) {
            body.put("stream", true);
        }
        body.setAll(ask.extras());
        return body;
    }

    private static void message(ObjectNode message, Said said, Ask ask) {
        switch (said) {
            case Said.User(String text)
            when ask.hasArrays() -> Speech.parts(message.put("role", "user").putArray("content"), "text", text);
            case Said.User(String text) -> message.put("role", "user").put("content", text);
            case Said.Result(String id, String text) ->
                message.put("role", "user")
                        .putArray("content")
                        .addObject()
                        .put("type", "tool_result")
                        .put("tool_use_id", id)
                        .put("content", text);
            case Said.Assistant assistant ->
                blocks(message.put("role", "assistant").putArray("content"), assistant, ask.placement());
        }
    }

    private static void blocks(ArrayNode blocks, Said.Assistant said, Placement placement) {
        if (placement == Placement.THINKING_BLOCK && !said.reasoning().isEmpty()) {
            blocks.addObject()
                    .put("type", "thinking")
                    .put("thinking", said.reasoning())
                    .put("signature", said.signature().isEmpty() ? UNSIGNED : said.signature());
        }
        if (!said.text().isEmpty()) {
            blocks.addObject().put("type", "text").put("text", said.text());
        }
        for (Said.Call call : said.calls()) {
            blocks.addObject()
                    .put("type", "tool_use")
                    .put("id", call.id())
                    .put("name", call.name())
                    .set("input", Speech.object(call.arguments()));
        }
    }

    @Override
    public boolean isAnswer(JsonNode body) {
        return body.path("content").isArray();
    }

    @Override
    public Heard whole(JsonNode body) {
        var answer = new Listening();
        int index = 0;
        for (JsonNode block : body.path("content")) {
            MessagesReader.block(index++, block, answer);
        }
        answer.finish(body.path("stop_reason"));
        answer.usage(body.path("usage"));
        answer.end();
        return answer.heard();
    }

    @Override
    public Heard streamed(List<String> frames) {
        var answer = new Listening();
        frames.forEach(frame -> Frames.json(frame, answer).ifPresent(event -> MessagesReader.event(event, answer)));
        return answer.heard();
    }

    @Override
    public OptionalInt promptTokens(JsonNode body) {
        return Speech.sum(body.path("usage"), "input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens");
    }
}
