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

/// Anthropic messages.
record RoundTripMessages() implements RoundTripDialect {
    private static final Map<String, String> DELTAS =
            Map.of("thinking_delta", "thinking", "text_delta", "text", "signature_delta", "signature");

    @Override
    public String path() {
        return ProxiedRun.MESSAGES;
    }

    @Override
    public String historyField() {
        return "messages";
    }

    private static ObjectNode block(RoundTripPiece piece) {
        return switch (piece) {
            case Thought(String text, String proof) ->
                object().put("type", "thinking").put("thinking", text).put("signature", proof);
            case Sealed(String data) ->
                object().put("type", "redacted_thinking").put("data", data);
            case Text(String text) -> object().put("type", "text").put("text", text);
            case Call(String id, JsonNode arguments) ->
                object().put("type", "tool_use")
                        .put("id", id)
                        .put("name", "run")
                        .set("input", arguments);
        };
    }

    private static ObjectNode message(List<RoundTripPiece> answer) {
        ObjectNode message = object().put("id", "msg_1").put("type", "message").put("role", "assistant");
        message.put("model", "m");
        ArrayNode content = message.putArray("content");
        answer.forEach(piece -> content.add(block(piece)));
        boolean hasCall = answer.stream().anyMatch(Call.class::isInstance);
        message.put("stop_reason", hasCall ? "tool_use" : "end_turn").putNull("stop_sequence");
        message.putObject("usage").put("input_tokens", 9).put("output_tokens", 7);
        return message;
    }

    @Override
    public String stream(List<RoundTripPiece> answer) {
        ObjectNode begun = message(List.of());
        begun.putNull("stop_reason");
        ObjectNode start = object().put("type", "message_start");
        start.set("message", begun);
        var stream = new StringBuilder(event(start));
        for (int i = 0; i < answer.size(); i++) {
            block(i, answer.get(i), stream);
        }
        ObjectNode whole = message(answer);
        ObjectNode end = object().put("type", "message_delta");
        end.putObject("delta")
                .put("stop_reason", whole.path("stop_reason").asText())
                .putNull("stop_sequence");
        end.set("usage", whole.path("usage"));
        return stream + event(end) + event(object().put("type", "message_stop"));
    }

    private static void block(int index, RoundTripPiece piece, StringBuilder stream) {
        ObjectNode begun = block(piece);
        List<ObjectNode> deltas = new ArrayList<>();
        switch (piece) {
            case Thought(String text, String proof) -> {
                begun.put("thinking", "").put("signature", "");
                deltas(text, "thinking_delta", "thinking", deltas);
                deltas.add(object().put("type", "signature_delta").put("signature", proof));
            }
            case Text(String text) -> {
                begun.put("text", "");
                deltas(text, "text_delta", "text", deltas);
            }
            case Call(String _, JsonNode arguments) -> {
                begun.putObject("input");
                deltas(arguments.toString(), "input_json_delta", "partial_json", deltas);
            }
            case Sealed _ -> {}
        }
        ObjectNode start = object().put("type", "content_block_start").put("index", index);
        start.set("content_block", begun);
        stream.append(event(start));
        for (ObjectNode delta : deltas) {
            ObjectNode frame = object().put("type", "content_block_delta").put("index", index);
            frame.set("delta", delta);
            stream.append(event(frame));
        }
        stream.append(event(object().put("type", "content_block_stop").put("index", index)));
    }

    private static void deltas(String text, String type, String field, List<ObjectNode> deltas) {
        RoundTripPiece.fragments(text)
                .forEach(fragment -> deltas.add(object().put("type", type).put(field, fragment)));
    }

    @Override
    public String whole(List<RoundTripPiece> answer) {
        return message(answer).toString();
    }

    @Override
    public List<List<RoundTripPiece>> answers(JsonNode request) {
        List<List<RoundTripPiece>> answers = new ArrayList<>();
        for (JsonNode message : request.path("messages")) {
            if (message.path("role").asText().equals("assistant")) {
                answers.add(
                        message.path("content").isTextual()
                                ? List.of(new Text(message.path("content").textValue()))
                                : pieces(message.path("content")));
            }
        }
        return answers;
    }

    private static List<RoundTripPiece> pieces(JsonNode content) {
        List<RoundTripPiece> pieces = new ArrayList<>();
        for (JsonNode block : content) {
            pieces.add(
                    switch (block.path("type").asText()) {
                        case "thinking" ->
                            new Thought(
                                    block.path("thinking").asText(),
                                    block.path("signature").asText());
                        case "redacted_thinking" ->
                            new Sealed(block.path("data").asText());
                        case "text" -> new Text(block.path("text").asText());
                        case "tool_use" -> new Call(block.path("id").asText(), block.path("input"));
                        default -> throw new AssertionError("an unknown block: " + block);
                    });
        }
        return pieces;
    }

    @Override
    public List<RoundTripPiece> due(List<RoundTripPiece> answer) {
        return answer;
    }

    @Override
    public List<ObjectNode> kept(HttpResponse<String> answer, boolean isStream) throws Exception {
        ObjectNode message = object().put("role", "assistant");
        message.set(
                "content",
                isStream
                        ? blocks(DialectHttpClient.frames(answer.body()))
                        : DialectHttpClient.json(answer).path("content"));
        return List.of(message);
    }

    private static ArrayNode blocks(List<JsonNode> frames) {
        ArrayNode blocks = DialectHttpClient.JSON.createArrayNode();
        var input = new StringBuilder();
        for (JsonNode frame : frames) {
            ObjectNode last = blocks.isEmpty() ? object() : (ObjectNode) blocks.get(blocks.size() - 1);
            JsonNode delta = frame.path("delta");
            switch (frame.path("type").asText()) {
                case "content_block_start" -> {
                    blocks.add(frame.path("content_block").deepCopy());
                    input.setLength(0);
                }
                case "content_block_delta" -> {
                    String field = DELTAS.get(delta.path("type").asText());
                    if (field == null) {
                        input.append(delta.path("partial_json").asText());
                    } else {
                        last.put(
                                field,
                                last.path(field).asText("") + delta.path(field).asText());
                    }
                }
                case "content_block_stop" -> {
                    if (!input.isEmpty()) {
                        last.set("input", ProxyDialect.object(input.toString()));
                    }
                }
                default -> {}
            }
        }
        return blocks;
    }

    @Override
    public List<RoundTripPiece> read(List<ObjectNode> kept) {
        return pieces(kept.getFirst().path("content"));
    }

    @Override
    public ObjectNode tool() {
        return object().put("name", "run").set("input_schema", object().put("type", "object"));
    }

    @Override
    public ObjectNode question(String text) {
        return object().put("role", "user").put("content", text);
    }

    @Override
    public List<ObjectNode> results(List<Call> calls) {
        ObjectNode message = object().put("role", "user");
        ArrayNode content = message.putArray("content");
        for (Call call : calls) {
            content.addObject()
                    .put("type", "tool_result")
                    .put("tool_use_id", call.id())
                    .put("content", output(call));
        }
        return List.of(message);
    }
}
