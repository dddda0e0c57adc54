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
import java.util.stream.StreamSupport;

import static dev.throughline.gateway.RoundTripDialect.event;
import static dev.throughline.gateway.RoundTripDialect.object;
import static dev.throughline.gateway.RoundTripDialect.output;

/// OpenAI responses, with reasoning as a summary and its encrypted content.
record RoundTripResponses() implements RoundTripDialect {
    @Override
    public String path() {
        return ProxiedRun.RESPONSES;
    }

    @Override
    public String historyField() {
        return "input";
    }

    private static ObjectNode item(RoundTripPiece piece) {
        return switch (piece) {
            case Thought(String text, String proof) -> {
                ObjectNode item = reasoning(proof);
                item.withArray("summary")
                        .addObject()
                        .put("type", "summary_text")
                        .put("text", text);
                yield item;
            }
            case Sealed(String data) -> reasoning(data);
            case Text(String text) -> {
                ObjectNode item = object().put("type", "message")
                        .put("id", id("msg_", text))
                        .put("role", "assistant")
                        .put("status", "completed");
                item.putArray("content")
                        .addObject()
                        .put("type", "output_text")
                        .put("text", text)
                        .putArray("annotations");
                yield item;
            }
            case Call(String id, JsonNode arguments) ->
                object().put("type", "function_call")
                        .put("id", id("fc_", id))
                        .put("call_id", id)
                        .put("name", "run")
                        .put("arguments", arguments.toString())
                        .put("status", "completed");
        };
    }

    private static ObjectNode reasoning(String proof) {
        ObjectNode item = object().put("type", "reasoning").put("id", id("rs_", proof));
        item.putArray("summary");
        return item.put("encrypted_content", proof);
    }

    private static String id(String prefix, String of) {
        return prefix + Integer.toHexString(of.hashCode());
    }

    private static ObjectNode response(List<RoundTripPiece> answer, String status) {
        ObjectNode response = object().put("id", "resp_1")
                .put("object", "response")
                .put("status", status)
                .put("model", "m");
        ArrayNode output = response.putArray("output");
        answer.forEach(piece -> output.add(item(piece)));
        response.putObject("usage")
                .put("input_tokens", 9)
                .put("output_tokens", 7)
                .put("total_tokens", 16);
        return response;
    }

    @Override
    public String stream(List<RoundTripPiece> answer) {
        ObjectNode created = object().put("type", "response.created");
        created.set("response", response(List.of(), "in_progress"));
        var stream = new StringBuilder(event(created));
        for (int i = 0; i < answer.size(); i++) {
            item(i, answer.get(i), stream);
        }
        ObjectNode completed = object().put("type", "response.completed");
        completed.set("response", response(answer, "completed"));
        return stream + event(completed);
    }

    private static void item(int index, RoundTripPiece piece, StringBuilder stream) {
        ObjectNode item = item(piece);
        ObjectNode begun = item.deepCopy();
        switch (piece) {
            case Thought _, Sealed _ -> {
                begun.putArray("summary");
                begun.remove("encrypted_content");
            }
            case Text _ -> begun.putArray("content");
            case Call _ -> begun.put("arguments", "");
        }
        stream.append(itemEvent("response.output_item.added", index, begun));
        switch (piece) {
            case Thought(String text, String _) ->
                deltas("response.reasoning_summary_text.delta", "summary_index", index, item, text, stream);
            case Text(String text) -> deltas("response.output_text.delta", "content_index", index, item, text, stream);
            case Call(String _, JsonNode arguments) ->
                deltas(
                        "response.function_call_arguments.delta",
                        "content_index",
                        index,
                        item,
                        arguments.toString(),
                        stream);
            case Sealed _ -> {}
        }
        stream.append(itemEvent("response.output_item.done", index, item));
    }

    private static String itemEvent(String type, int index, ObjectNode item) {
        ObjectNode frame = object().put("type", type).put("output_index", index);
        frame.set("item", item);
        return event(frame);
    }

    private static void deltas(
            String type, String part, int index, ObjectNode item, String text, StringBuilder stream) {
        for (String fragment : RoundTripPiece.fragments(text)) {
            stream.append(event(object().put("type", type)
                    .put("item_id", item.path("id").asText())
                    .put("output_index", index)
                    .put(part, 0)
                    .put("delta", fragment)));
        }
    }

    @Override
    public String whole(List<RoundTripPiece> answer) {
        return response(answer, "completed").toString();
    }

    /// An answer ends where something else follows.
    @Override
    public List<List<RoundTripPiece>> answers(JsonNode request) {
        List<List<RoundTripPiece>> answers = new ArrayList<>();
        boolean isOpen = false;
        for (JsonNode item : request.path("input")) {
            List<RoundTripPiece> read = pieces(List.of(item));
            if (!read.isEmpty() && !isOpen) {
                answers.add(new ArrayList<>());
            }
            isOpen = !read.isEmpty();
            read.forEach(piece -> answers.getLast().add(piece));
        }
        return answers;
    }

    private static List<RoundTripPiece> pieces(List<? extends JsonNode> items) {
        List<RoundTripPiece> pieces = new ArrayList<>();
        for (JsonNode item : items) {
            String proof = item.path("encrypted_content").asText("");
            switch (item.path("type").asText()) {
                case "reasoning" -> {
                    String summary = texts(item.path("summary"));
                    String text = summary.isEmpty() ? texts(item.path("content")) : summary;
                    pieces.add(text.isEmpty() ? new Sealed(proof) : new Thought(text, proof));
                }
                case "message" -> {
                    if (item.path("role").asText().equals("assistant")) {
                        pieces.add(new Text(texts(item.path("content"))));
                    }
                }
                case "function_call" ->
                    pieces.add(new Call(
                            item.path("call_id").asText(),
                            ProxyDialect.object(item.path("arguments").asText())));
                default -> {}
            }
        }
        return pieces;
    }

    private static String texts(JsonNode parts) {
        return ProxyDialect.joined(
                StreamSupport.stream(parts.spliterator(), false).toList(), "/text");
    }

    @Override
    public List<RoundTripPiece> due(List<RoundTripPiece> answer) {
        return answer;
    }

    @Override
    public List<ObjectNode> kept(HttpResponse<String> answer, boolean isStream) throws Exception {
        List<JsonNode> items = isStream
                ? DialectHttpClient.frames(answer.body()).stream()
                        .filter(frame -> frame.path("type").asText().equals("response.output_item.done"))
                        .map(frame -> frame.path("item"))
                        .toList()
                : StreamSupport.stream(
                                DialectHttpClient.json(answer).path("output").spliterator(), false)
                        .toList();
        return items.stream().map(ObjectNode.class::cast).toList();
    }

    @Override
    public List<RoundTripPiece> read(List<ObjectNode> kept) {
        return pieces(kept);
    }

    @Override
    public ObjectNode tool() {
        return object().put("type", "function").put("name", "run");
    }

    @Override
    public ObjectNode question(String text) {
        return object().put("type", "message").put("role", "user").put("content", text);
    }

    @Override
    public List<ObjectNode> results(List<Call> calls) {
        return calls.stream()
                .map(call -> object().put("type", "function_call_output")
                        .put("call_id", call.id())
                        .put("output", output(call)))
                .toList();
    }
}
