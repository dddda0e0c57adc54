package dev.throughline.harness.probe.dialect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalInt;

/// OpenAI Responses, with the whole history in the input and nothing stored.
record ResponsesSpeech() implements Speech {
    /// The least that the dialect's owner accepts.
    private static final int FEWEST_TOKENS = 16;

    @Override
    public ServerDialect dialect() {
        return ServerDialect.RESPONSES;
    }

    @Override
    public ObjectNode body(Ask ask) {
        ObjectNode body = JSON.createObjectNode()
                .put("model", ask.model())
                .put("temperature", 0)
                .put("max_output_tokens", Math.max(FEWEST_TOKENS, ask.maxTokens()))
                .put("store", false)
                .put("instructions", SYSTEM);
        ArrayNode input = body.putArray("input");
        int position = 0;
        for (Said said : ask.history()) {
            items(input, said, ask.placement(), position++);
        }
        body.putArray("tools")
                .addObject()
                .put("type", "function")
                .put("name", Histories.TOOL)
                .put("description", Histories.TOOL_DESCRIPTION)
                .put("strict", false)
                .set("parameters", Speech.parameters());
        if (ask.isStreamed()) {
            body.put("stream", true);
        }
        body.setAll(ask.extras());
        return body;
    }

    private static void items(ArrayNode input, Said said, Placement placement, int position) {
        switch (said) {
            case Said.User(String text) -> message(input, "user", "input_text", text);
            case Said.Result(String id, String text) ->
                input.addObject()
                        .put("type", "function_call_output")
                        .put("call_id", id)
                        .put("output", text);
            case Said.Assistant assistant -> assistant(input, assistant, placement, position);
        }
    }

    private static ObjectNode message(ArrayNode input, String role, String type, String text) {
        ObjectNode message = input.addObject().put("type", "message").put("role", role);
        return message.putArray("content").addObject().put("type", type).put("text", text);
    }

    private static void assistant(ArrayNode input, Said.Assistant said, Placement placement, int position) {
        if (placement == Placement.REASONING_ITEM && !said.reasoning().isEmpty()) {
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
        for (Said.Call call : said.calls()) {
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
    public Heard whole(JsonNode body) {
        var answer = new Listening();
        int index = 0;
        for (JsonNode item : body.path("output")) {
            ResponsesReader.item(index++, item, answer);
        }
        ResponsesReader.end(body, answer);
        return answer.heard();
    }

    @Override
    public Heard streamed(List<String> frames) {
        var answer = new Listening();
        for (String frame : frames) {
            if (!frame.strip().equals("[DONE]")) {
                Frames.json(frame, answer).ifPresent(event -> ResponsesReader.event(event, answer));
            }
        }
        return answer.heard();
    }

    @Override
    public OptionalInt promptTokens(JsonNode body) {
        return Speech.sum(body.path("usage"), "input_tokens");
    }
}
