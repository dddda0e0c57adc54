package dev.throughline.wire.chat.relay;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.ReasoningDelta;
import dev.throughline.stream.StreamEvent.ReasoningSignature;
import dev.throughline.stream.StreamEvent.RedactedReasoning;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.stream.StreamEvent.Usage;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.chat.answer.ChatFinish;
import java.util.List;

/// Rewrites a complete chat completion after filters changed its content; all its other fields are kept.
public final class ChatRewrite {
    private static final List<String> REASONING = List.of("reasoning_content", "reasoning", "reasoning_text");

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private final ArrayNode calls;
    private StringBuilder arguments = new StringBuilder();

    private ChatRewrite(ObjectNode body) {
        calls = body.arrayNode();
    }

    public static byte[] of(ObjectNode body, List<StreamEvent> passed) {
        ObjectNode copy = body.deepCopy();
        var rewrite = new ChatRewrite(copy);
        if (copy.at("/choices/0") instanceof ObjectNode choice) {
            passed.forEach(event -> rewrite.on(event, choice));
            boolean hasMessage = choice.path("message").isObject();
            rewrite.message(hasMessage ? choice.withObject("message") : choice.putObject("message"));
        }
        return StrictJson.write(copy);
    }

    private void on(StreamEvent event, ObjectNode choice) {
        switch (event) {
            case TextDelta(String more) -> text.append(more);
            case ReasoningDelta(String more) -> reasoning.append(more);
            case ToolCallStart(int _, String id, String name) -> {
                arguments = new StringBuilder();
                ObjectNode call = calls.addObject().put("id", id).put("type", "function");
                call.putObject("function").put("name", name).put("arguments", "");
            }
            case ToolCallArgs(int _, String fragment) -> arguments.append(fragment);
            case ToolCallEnd _ -> endCall();
            case Finish finish -> {
                endCall();
                if (!ChatFinish.reason(choice.path("finish_reason").asText()).equals(finish.reason())) {
                    choice.put("finish_reason", ChatFinish.reason(finish.reason()));
                }
            }
            case Start _, ReasoningSignature _, RedactedReasoning _, Usage _, Failure _ -> {}
        }
    }

    private void endCall() {
        if (!calls.isEmpty()) {
            ((ObjectNode) calls.get(calls.size() - 1).path("function")).put("arguments", arguments.toString());
        }
    }

    private void message(ObjectNode message) {
        if (text.isEmpty()) {
            message.putNull("content");
        } else {
            message.put("content", text.toString());
        }
        String field =
                REASONING.stream().filter(message::hasNonNull).findFirst().orElse("reasoning_content");
        REASONING.forEach(message::remove);
        if (!reasoning.isEmpty()) {
            message.put(field, reasoning.toString());
        }
        if (calls.isEmpty()) {
            message.remove("tool_calls");
        } else {
            message.set("tool_calls", calls);
        }
    }
}
