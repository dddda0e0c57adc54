package dev.throughline.wire.chat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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
import java.util.ArrayList;
import java.util.List;

/// Rewrites a complete chat completion after filters changed its content: only what was changed of its text, its
/// reasoning and its calls, each in the fields in which it came. All its other fields are kept.
final class ChatRewrite {
    private static final String USUAL = "reasoning_content";

    private final StringBuilder text = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private final ArrayNode calls = JsonNodeFactory.instance.arrayNode();
    private StringBuilder arguments = new StringBuilder();

    private ChatRewrite(List<StreamEvent> events) {
        events.forEach(this::on);
    }

    /// @param passed the events for the client
    public static byte[] of(ObjectNode body, List<StreamEvent> passed) {
        ObjectNode copy = body.deepCopy();
        if (copy.at("/choices/0") instanceof ObjectNode choice) {
            List<StreamEvent> read = new ArrayList<>();
            ChatWholeDecoder.decode(copy, read::add);
            passed.forEach(event -> finish(event, choice));
            boolean hasMessage = choice.path("message").isObject();
            ObjectNode message = hasMessage ? choice.withObject("message") : choice.putObject("message");
            new ChatRewrite(passed).into(message, new ChatRewrite(read));
        }
        return StrictJson.write(copy);
    }

    private static void finish(StreamEvent event, ObjectNode choice) {
        if (event instanceof Finish finish
                && !ChatFinish.reason(choice.path("finish_reason").asText()).equals(finish.reason())) {
            choice.put("finish_reason", ChatFinish.reason(finish.reason()));
        }
    }

    private void on(StreamEvent event) {
        switch (event) {
            case TextDelta(String more) -> text.append(more);
            case ReasoningDelta(String more) -> reasoning.append(more);
            case ToolCallStart(int _, String id, String name) -> {
                arguments = new StringBuilder();
                ObjectNode call = calls.addObject().put("id", id).put("type", "function");
                call.putObject("function").put("name", name).put("arguments", "");
            }
            case ToolCallArgs(int _, String fragment) -> arguments.append(fragment);
            case ToolCallEnd _, Finish _ -> endCall();
            case Start _, ReasoningSignature _, RedactedReasoning _, Usage _, Failure _ -> {}
        }
    }

    private void endCall() {
        if (!calls.isEmpty()) {
            ((ObjectNode) calls.get(calls.size() - 1).path("function")).put("arguments", arguments.toString());
        }
    }

    private void into(ObjectNode message, ChatRewrite read) {
        if (text.isEmpty() || text.compareTo(read.text) != 0) {
            text(message);
        }
        if (reasoning.compareTo(read.reasoning) != 0) {
            reasoning(message, read.reasoning.toString());
        }
        if (calls.isEmpty()) {
            message.remove("tool_calls");
        } else if (!calls.equals(read.calls)) {
            message.set("tool_calls", calls);
        }
    }

    private void text(ObjectNode message) {
        String value = text.toString();
        List<Holder> parts = holders(message.path("content"), "text");
        String refusal = message.path("refusal").asText("");
        boolean isRefused = !refusal.isEmpty() && value.endsWith(refusal);
        String content = isRefused ? value.substring(0, value.length() - refusal.length()) : value;
        if (!isRefused && !refusal.isEmpty()) {
            message.putNull("refusal");
        }
        if (!parts.isEmpty()) {
            put(parts, content);
        } else if (content.isEmpty()) {
            message.putNull("content");
        } else {
            message.put("content", content);
        }
    }

    private void reasoning(ObjectNode message, String read) {
        String value = reasoning.toString();
        JsonNode details = message.path(ChatReasoningBlocks.DETAILS);
        List<Holder> entries = holders(message.path("content"), "thinking");
        if (ChatAnswerReasoning.text(details).equals(read)) {
            entries.addAll(holders(details, "text"));
        }
        put(entries, value);
        List<String> fields = new ArrayList<>(ChatReasoningFields.in(message));
        fields.remove(ChatReasoningBlocks.DETAILS);
        if (fields.isEmpty() && entries.isEmpty()) {
            fields.add(USUAL);
        }
        ChatReasoningFields.PLAIN.stream()
                .filter(field -> value.isEmpty() || !fields.contains(field))
                .forEach(message::remove);
        fields.stream().filter(_ -> !value.isEmpty()).forEach(field -> message.put(field, value));
    }

    /// An entry of an array with a text.
    private record Holder(ObjectNode entry, String field) {
        String text() {
            return entry.path(field).textValue();
        }

        void put(String text) {
            entry.put(field, text);
        }
    }

    /// The entries with a text of this name, or with a summary.
    private static List<Holder> holders(JsonNode entries, String name) {
        List<Holder> found = new ArrayList<>();
        for (JsonNode entry : entries) {
            String field = entry.path("type").asText().equals("reasoning.summary") ? "summary" : name;
            if (entry instanceof ObjectNode object && object.path(field).isTextual()) {
                found.add(new Holder(object, field));
            }
        }
        return found;
    }

    /// Puts a text into entries that had another one together: those at its beginning and at its end that are in it
    /// keep theirs, the first one between them gets the rest.
    private static void put(List<Holder> entries, String value) {
        String rest = value;
        int first = 0;
        int end = entries.size();
        while (first < end && rest.startsWith(entries.get(first).text())) {
            rest = rest.substring(entries.get(first++).text().length());
        }
        while (first < end && rest.endsWith(entries.get(end - 1).text())) {
            rest = rest.substring(0, rest.length() - entries.get(--end).text().length());
        }
        for (Holder entry : entries.subList(first, end)) {
            entry.put(rest);
            rest = "";
        }
        if (!rest.isEmpty() && !entries.isEmpty()) {
            Holder last = entries.get(Math.max(0, first - 1));
            last.put(last.text() + rest);
        }
    }
}
