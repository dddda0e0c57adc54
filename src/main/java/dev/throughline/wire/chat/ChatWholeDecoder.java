package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stream.FailureKind;
import dev.throughline.stream.FinishReason;
import dev.throughline.stream.StreamEvent;
import dev.throughline.stream.StreamEvent.Failure;
import dev.throughline.stream.StreamEvent.Finish;
import dev.throughline.stream.StreamEvent.Start;
import dev.throughline.stream.StreamEvent.TextDelta;
import dev.throughline.stream.StreamEvent.ToolCallArgs;
import dev.throughline.stream.StreamEvent.ToolCallEnd;
import dev.throughline.stream.StreamEvent.ToolCallStart;
import dev.throughline.wire.BackendErrors;
import dev.throughline.wire.ReasoningDetails;
import dev.throughline.wire.StrictJson;
import dev.throughline.wire.sse.JsonObjectExtent;
import java.util.Locale;
import java.util.function.Consumer;

/// Decodes a `chat.completion`: reasoning, text, calls, usage and finish reason of the choice with index 0.
///
/// A body that is an error, has no such choice, or whose choice is empty becomes a single `Failure`; an
/// answer that the backend aborted ends with one.
final class ChatWholeDecoder {
    private ChatWholeDecoder() {}

    public static void decode(ObjectNode body, Consumer<? super StreamEvent> out) {
        if (body.hasNonNull("error") || BackendErrors.isError(body)) {
            out.accept(BackendErrors.inStream(body));
            return;
        }
        JsonNode choices = body.path("choices");
        JsonNode choice = first(choices);
        if (!choice.isObject()) {
            out.accept(unreadable("/choices", "an array with choice 0", choices));
        } else if (choice.path("error").isObject()) {
            out.accept(BackendErrors.inStream(choice));
        } else if (!choice.path("message").isObject()
                && !choice.path("finish_reason").isTextual()) {
            out.accept(unreadable("/choices/0/message", "an object", choice.path("message")));
        } else {
            out.accept(new Start(body.path("model").asText("")));
            answer(choice, out);
            if (body.path("usage").isObject()) {
                out.accept(ChatUsage.read(body.path("usage")));
            }
            out.accept(end(choice));
        }
    }

    public static ReasoningDetails reasoningDetails(ObjectNode body) {
        JsonNode message = first(body.path("choices")).path("message");
        ReasoningDetails details = ReasoningDetails.of(message.path(ChatReasoningBlocks.DETAILS));
        details.add(ChatCallExtras.in(message));
        return details;
    }

    /// The fields that carry the reasoning.
    public static String reasoningField(ObjectNode body) {
        var fields = new ChatReasoningFields();
        fields.add(ChatReasoningFields.in(first(body.path("choices")).path("message")));
        return ChatReasoningFields.id(fields.names());
    }

    private static JsonNode first(JsonNode choices) {
        for (JsonNode choice : choices) {
            if (choice.path("index").asInt() == 0) {
                return choice;
            }
        }
        return choices.path(0).path("none");
    }

    private static StreamEvent end(JsonNode choice) {
        String reason = choice.path("finish_reason").asText("");
        return ChatFinish.givenUp(reason)
                .<StreamEvent>map(failure -> failure)
                .orElseGet(
                        () -> new Finish(byCalls(choice, ChatFinish.reason(reason)), ChatFinish.stopSequence(choice)));
    }

    private static FinishReason byCalls(JsonNode choice, FinishReason said) {
        JsonNode message = choice.path("message");
        int calls = message.path("tool_calls").size();
        boolean isCut = false;
        for (JsonNode call : message.path("tool_calls")) {
            var extent = new JsonObjectExtent();
            extent.read(call.path("function").path("arguments").asText(""));
            isCut |= extent.isCut();
        }
        return ChatFinish.of(said, calls == 0 && message.path("function_call").isObject() ? 1 : calls, isCut);
    }

    private static Failure unreadable(String pointer, String expected, JsonNode found) {
        String kind = found.getNodeType().name().toLowerCase(Locale.ROOT);
        return Failure.of(
                FailureKind.BACKEND,
                "The backend's answer has no completion: " + expected + " was expected at " + pointer + ", found "
                        + kind + ".");
    }

    private static void answer(JsonNode choice, Consumer<? super StreamEvent> out) {
        JsonNode message = choice.path("message");
        ChatAnswerReasoning.decode(message, new ChatEventSequencer(new ChatCallAssembler()).into(out));
        content(message.path("content"), out);
        content(message.path("refusal"), out);
        ChatAnswerCalls.decode(message, out);
    }

    private static void content(JsonNode content, Consumer<? super StreamEvent> out) {
        if (content.isTextual() && !content.textValue().isEmpty()) {
            out.accept(new TextDelta(content.textValue()));
        }
        content.forEach(part -> ChatDelta.part(part, out));
    }

    /// Decodes the calls of a complete answer, including the single `function_call` of old servers. Arguments
    /// in the form of an object are written compactly; a call without an id has an empty one.
    static final class ChatAnswerCalls {
        private ChatAnswerCalls() {}

        static void decode(JsonNode message, Consumer<? super StreamEvent> out) {
            int index = 0;
            for (JsonNode call : message.path("tool_calls")) {
                call(index++, call.path("id").asText(""), call.path("function"), out);
            }
            JsonNode single = message.path("function_call");
            if (index == 0 && single.isObject()) {
                call(index, single.path("id").asText(""), single, out);
            }
        }

        private static void call(int index, String id, JsonNode function, Consumer<? super StreamEvent> out) {
            out.accept(new ToolCallStart(index, id, function.path("name").asText("")));
            JsonNode arguments = function.path("arguments");
            String text = arguments.isObject() ? StrictJson.text(arguments) : arguments.asText("");
            if (!text.isEmpty()) {
                out.accept(new ToolCallArgs(index, text));
            }
            out.accept(new ToolCallEnd(index));
        }
    }
}
