package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.gateway.RoundTripPiece.Call;
import dev.throughline.gateway.RoundTripPiece.Sealed;
import dev.throughline.gateway.RoundTripPiece.Text;
import dev.throughline.gateway.RoundTripPiece.Thought;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static dev.throughline.gateway.RoundTripDialect.event;
import static dev.throughline.gateway.RoundTripDialect.object;
import static dev.throughline.gateway.RoundTripDialect.output;

/// OpenAI chat. An answer has one thought, one text and calls; only `reasoning_details` have proofs.
/// @param fields where the backend writes reasoning; the last may be `reasoning_details`
record RoundTripChat(List<String> fields) implements RoundTripDialect {
    private static final String DETAILS = "reasoning_details";
    private static final String FORMAT = "anthropic-claude-v1";

    /// What a delta adds to, rather than replace.
    private static final List<String> GROWING =
            List.of("content", "reasoning", "reasoning_content", "text", "summary", "arguments");

    @Override
    public String path() {
        return ProxiedRun.CHAT;
    }

    @Override
    public String historyField() {
        return "messages";
    }

    private boolean hasDetails() {
        return fields.contains(DETAILS);
    }

    private ObjectNode reasoning(ObjectNode message, String text) {
        fields.stream().filter(field -> !field.equals(DETAILS)).forEach(field -> message.put(field, text));
        return message;
    }

    private static ObjectNode detail(ObjectNode holder, String type, int index) {
        return holder.withArray(DETAILS)
                .addObject()
                .put("type", type)
                .put("format", FORMAT)
                .put("id", "rd-" + index)
                .put("index", index);
    }

    private ObjectNode message(List<RoundTripPiece> answer) {
        ObjectNode message = object().put("role", "assistant").putNull("content");
        for (int i = 0; i < answer.size(); i++) {
            switch (answer.get(i)) {
                case Thought(String text, String proof) -> {
                    reasoning(message, text);
                    if (hasDetails()) {
                        detail(message, "reasoning.text", i).put("text", text).put("signature", proof);
                    }
                }
                case Sealed(String data) ->
                    detail(message, "reasoning.encrypted", i).put("data", data);
                case Text(String text) -> message.put("content", text);
                case Call call -> message.withArray("tool_calls").add(call(call));
            }
        }
        return message;
    }

    private static ObjectNode call(Call call) {
        ObjectNode written = object().put("id", call.id()).put("type", "function");
        written.putObject("function")
                .put("name", "run")
                .put("arguments", call.arguments().toString());
        return written;
    }

    private static String finish(List<RoundTripPiece> answer) {
        return answer.stream().anyMatch(Call.class::isInstance) ? "tool_calls" : "stop";
    }

    @Override
    public String whole(List<RoundTripPiece> answer) {
        ObjectNode body =
                object().put("id", "c1").put("object", "chat.completion").put("model", "m");
        ObjectNode choice = body.putArray("choices").addObject().put("index", 0);
        choice.set("message", message(due(answer)));
        choice.put("finish_reason", finish(answer));
        return body.toString();
    }

    @Override
    public String stream(List<RoundTripPiece> answer) {
        List<ObjectNode> deltas = new ArrayList<>();
        deltas.add(object().put("role", "assistant").put("content", ""));
        List<RoundTripPiece> pieces = due(answer);
        int calls = 0;
        for (int i = 0; i < pieces.size(); i++) {
            switch (pieces.get(i)) {
                case Thought(String text, String proof) -> thought(i, text, proof, deltas);
                case Sealed(String data) -> {
                    deltas.add(object());
                    detail(deltas.getLast(), "reasoning.encrypted", i).put("data", data);
                }
                case Text(String text) ->
                    RoundTripPiece.fragments(text).forEach(fragment -> deltas.add(object().put("content", fragment)));
                case Call call -> call(calls++, call, deltas);
            }
        }
        var stream = new StringBuilder();
        deltas.forEach(delta -> stream.append(chunk(delta, "")));
        return stream + chunk(object(), finish(answer)) + "data: [DONE]\n\n";
    }

    private void thought(int index, String text, String proof, List<ObjectNode> deltas) {
        for (String fragment : RoundTripPiece.fragments(text)) {
            deltas.add(reasoning(object(), fragment));
            if (hasDetails()) {
                detail(deltas.getLast(), "reasoning.text", index).put("text", fragment);
            }
        }
        if (hasDetails()) {
            deltas.add(object());
            detail(deltas.getLast(), "reasoning.text", index).put("signature", proof);
        }
    }

    private static void call(int index, Call call, List<ObjectNode> deltas) {
        ObjectNode begun = call(call).put("index", index);
        ((ObjectNode) begun.path("function")).put("arguments", "");
        deltas.add(object());
        deltas.getLast().withArray("tool_calls").add(begun);
        for (String fragment : RoundTripPiece.fragments(call.arguments().toString())) {
            deltas.add(object());
            deltas.getLast()
                    .withArray("tool_calls")
                    .addObject()
                    .put("index", index)
                    .putObject("function")
                    .put("arguments", fragment);
        }
    }

    private static String chunk(ObjectNode delta, String finish) {
        ObjectNode chunk =
                object().put("id", "c1").put("object", "chat.completion.chunk").put("model", "m");
        ObjectNode choice = chunk.putArray("choices").addObject().put("index", 0);
        choice.set("delta", delta);
        if (finish.isEmpty()) {
            choice.putNull("finish_reason");
        } else {
            choice.put("finish_reason", finish);
        }
        return event(chunk);
    }

    @Override
    public List<List<RoundTripPiece>> answers(JsonNode request) {
        List<List<RoundTripPiece>> answers = new ArrayList<>();
        for (JsonNode message : request.path("messages")) {
            if (message.path("role").asText().equals("assistant")) {
                answers.add(read(List.of((ObjectNode) message)));
            }
        }
        return answers;
    }

    @Override
    public List<RoundTripPiece> due(List<RoundTripPiece> answer) {
        return hasDetails() ? RoundTripPiece.asMessage(answer) : RoundTripPiece.joined(answer);
    }

    @Override
    public List<ObjectNode> kept(HttpResponse<String> answer, boolean isStream) throws Exception {
        if (!isStream) {
            return List.of((ObjectNode) DialectHttpClient.json(answer).at("/choices/0/message"));
        }
        ObjectNode message = object();
        for (JsonNode frame : DialectHttpClient.frames(answer.body())) {
            merge(message, frame.at("/choices/0/delta"));
        }
        message.path("tool_calls").forEach(call -> ((ObjectNode) call).remove("index"));
        return List.of(message);
    }

    /// Text grows; entries of arrays are the same with the same `index` and, of details, type.
    private static void merge(ObjectNode into, JsonNode delta) {
        for (Map.Entry<String, JsonNode> field : delta.properties()) {
            String name = field.getKey();
            JsonNode value = field.getValue();
            if (value.isTextual() && GROWING.contains(name)) {
                into.put(name, into.path(name).asText("") + value.textValue());
            } else if (value.isArray()) {
                ArrayNode entries = into.withArray(name);
                value.forEach(entry -> merge(entry(entries, entry), entry));
            } else if (value.isObject()) {
                merge(into.withObject("/" + name), value);
            } else {
                into.set(name, value);
            }
        }
    }

    private static ObjectNode entry(ArrayNode entries, JsonNode like) {
        for (JsonNode entry : entries) {
            if (entry.path("index").equals(like.path("index"))
                    && (!like.has("format") || entry.path("type").equals(like.path("type")))) {
                return (ObjectNode) entry;
            }
        }
        return entries.addObject();
    }

    /// Where there are details, their texts must be that of the message.
    @Override
    public List<RoundTripPiece> read(List<ObjectNode> kept) {
        ObjectNode message = kept.getFirst();
        String plain = message.path("reasoning_content")
                .asText(message.path("reasoning").asText(""));
        List<RoundTripPiece> pieces = details(message.path(DETAILS));
        if (pieces.isEmpty() && !plain.isEmpty()) {
            pieces.add(new Thought(plain, ""));
        } else if (!plain.isEmpty() && !RoundTripPiece.thoughts(pieces).equals(plain)) {
            throw new AssertionError("the details do not have the text of the message: " + message);
        }
        if (!message.path("content").asText("").isEmpty()) {
            pieces.add(new Text(message.path("content").asText()));
        }
        for (JsonNode call : message.path("tool_calls")) {
            pieces.add(new Call(
                    call.path("id").asText(),
                    ProxyDialect.object(call.at("/function/arguments").asText())));
        }
        return pieces;
    }

    /// An entry with data proves the summary of the same id before it.
    private static List<RoundTripPiece> details(JsonNode details) {
        List<RoundTripPiece> pieces = new ArrayList<>();
        String summarized = "";
        for (JsonNode detail : details) {
            String id = detail.path("id").asText("");
            String data = detail.path("data").asText("");
            switch (detail.path("type").asText()) {
                case "reasoning.text" ->
                    pieces.add(new Thought(
                            detail.path("text").asText(),
                            detail.path("signature").asText("")));
                case "reasoning.summary" ->
                    pieces.add(new Thought(detail.path("summary").asText(), ""));
                case "reasoning.encrypted" -> {
                    if (!id.isEmpty()
                            && id.equals(summarized)
                            && pieces.removeLast() instanceof Thought(String text, String _)) {
                        pieces.add(new Thought(text, data));
                    } else {
                        pieces.add(new Sealed(data));
                    }
                }
                default -> throw new AssertionError("an unknown detail: " + detail);
            }
            summarized = detail.path("type").asText().equals("reasoning.summary") ? id : "";
        }
        return pieces;
    }

    @Override
    public ObjectNode tool() {
        return object().put("type", "function").set("function", object().put("name", "run"));
    }

    @Override
    public ObjectNode question(String text) {
        return object().put("role", "user").put("content", text);
    }

    @Override
    public List<ObjectNode> results(List<Call> calls) {
        return calls.stream()
                .map(call -> object().put("role", "tool")
                        .put("tool_call_id", call.id())
                        .put("content", output(call)))
                .toList();
    }
}
