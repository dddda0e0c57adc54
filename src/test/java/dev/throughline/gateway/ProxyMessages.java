package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

import static dev.throughline.gateway.ProxyDialect.joined;
import static dev.throughline.gateway.ProxyDialect.object;
import static dev.throughline.gateway.ProxyDialect.quoted;

/// Anthropic messages.
record ProxyMessages() implements ProxyDialect {
    private static final Map<String, String> REASONS =
            Map.of("tool_calls", "tool_use", "stop", "end_turn", "length", "max_tokens");

    @Override
    public String path() {
        return ProxiedRun.MESSAGES;
    }

    @Override
    public String backend() {
        return "anthropic";
    }

    @Override
    public String stream(ProxyAnswer answer) {
        var stream = new StringBuilder(start(answer.input()));
        stream.append(block(0, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}"));
        deltas(0, "thinking_delta", "thinking", answer.reasoning(), stream);
        stream.append(delta(0, "{\"type\":\"signature_delta\",\"signature\":" + quoted(answer.signature()) + "}"))
                .append(stop(0));
        stream.append(block(1, "{\"type\":\"text\",\"text\":\"\"}"));
        deltas(1, "text_delta", "text", answer.text(), stream);
        stream.append(stop(1));
        if (answer.hasCall()) {
            stream.append(block(
                    2,
                    "{\"type\":\"tool_use\",\"id\":%s,\"name\":%s,\"input\":{}}"
                            .formatted(quoted(answer.callId()), quoted(answer.name()))));
            deltas(2, "input_json_delta", "partial_json", answer.arguments(), stream);
            stream.append(stop(2));
        }
        return stream.append(frame(
                        "message_delta",
                        "\"delta\":{\"stop_reason\":\"%s\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":%d}"
                                .formatted(REASONS.get(answer.finish()), answer.output())))
                .append("event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n")
                .toString();
    }

    @Override
    public String half() {
        return start(1)
                + block(0, "{\"type\":\"text\",\"text\":\"\"}")
                + delta(0, "{\"type\":\"text_delta\",\"text\":\"Half\"}");
    }

    @Override
    public String error(String message) {
        return frame("error", "\"error\":{\"type\":\"api_error\",\"message\":" + quoted(message) + "}");
    }

    private static String start(int input) {
        return frame(
                "message_start",
                "\"message\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[],\"stop_reason\":null,\"stop_sequence\":null,\"usage\":{\"input_tokens\":%d,\"output_tokens\":1}}"
                        .formatted(input));
    }

    private static void deltas(int index, String type, String field, String text, StringBuilder stream) {
        for (String half : ProxyAnswer.halves(text)) {
            stream.append(delta(index, "{\"type\":\"%s\",\"%s\":%s}".formatted(type, field, quoted(half))));
        }
    }

    private static String block(int index, String block) {
        return frame("content_block_start", "\"index\":%d,\"content_block\":%s".formatted(index, block));
    }

    private static String delta(int index, String delta) {
        return frame("content_block_delta", "\"index\":%d,\"delta\":%s".formatted(index, delta));
    }

    private static String stop(int index) {
        return frame("content_block_stop", "\"index\":" + index);
    }

    private static String frame(String type, String fields) {
        return "event: %1$s\ndata: {\"type\":\"%1$s\",%2$s}\n\n".formatted(type, fields);
    }

    @Override
    public String whole(ProxyAnswer answer) {
        String call = answer.hasCall()
                ? ",{\"type\":\"tool_use\",\"id\":%s,\"name\":%s,\"input\":%s}"
                        .formatted(quoted(answer.callId()), quoted(answer.name()), answer.arguments())
                : "";
        return "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[{\"type\":\"thinking\",\"thinking\":%s,\"signature\":%s},{\"type\":\"text\",\"text\":%s}%s],\"stop_reason\":\"%s\",\"stop_sequence\":null,\"usage\":{\"input_tokens\":%d,\"output_tokens\":%d}}"
                .formatted(
                        quoted(answer.reasoning()),
                        quoted(answer.signature()),
                        quoted(answer.text()),
                        call,
                        REASONS.get(answer.finish()),
                        answer.input(),
                        answer.output());
    }

    @Override
    public ProxyAnswer read(List<JsonNode> frames) {
        List<JsonNode> ends = ofType(frames, "message_delta");
        JsonNode estimate = ofType(frames, "message_start").getFirst().at("/message/usage/input_tokens");
        JsonNode counted = ends.getLast().at("/usage/input_tokens");
        int input = (counted.isNumber() ? counted : estimate).asInt();
        return new ProxyAnswer(
                joined(frames, "/delta/thinking"),
                joined(frames, "/delta/signature"),
                joined(frames, "/delta/text"),
                joined(frames, "/content_block/id"),
                joined(frames, "/content_block/name"),
                joined(frames, "/delta/partial_json"),
                finish(joined(ends, "/delta/stop_reason")),
                input,
                ends.getLast().at("/usage/output_tokens").asInt());
    }

    @Override
    public ProxyAnswer read(JsonNode body) {
        List<JsonNode> blocks = list(body.path("content"));
        JsonNode call = ofType(blocks, "tool_use").stream().findFirst().orElse(object("{}"));
        return new ProxyAnswer(
                joined(blocks, "/thinking"),
                joined(blocks, "/signature"),
                joined(blocks, "/text"),
                call.path("id").asText(""),
                call.path("name").asText(""),
                call.has("input") ? call.path("input").toString() : "",
                finish(body.path("stop_reason").asText()),
                body.at("/usage/input_tokens").asInt(),
                body.at("/usage/output_tokens").asInt());
    }

    private static String finish(String reason) {
        return REASONS.entrySet().stream()
                .filter(entry -> entry.getValue().equals(reason))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(reason);
    }

    @Override
    public String question(ObjectNode question) {
        question.put("system", "Be brief.");
        question.withArray("tools").addObject().put("name", "look").set("input_schema", ProxyDialect.schema());
        return question.toString();
    }

    @Override
    public String result(ObjectNode question, ProxyAnswer answer, String output) {
        ArrayNode messages = (ArrayNode) question.path("messages");
        ArrayNode said = messages.addObject().put("role", "assistant").putArray("content");
        said.addObject()
                .put("type", "thinking")
                .put("thinking", answer.reasoning())
                .put("signature", answer.signature());
        said.addObject().put("type", "text").put("text", answer.text());
        said.addObject()
                .put("type", "tool_use")
                .put("id", answer.callId())
                .put("name", answer.name())
                .set("input", object(answer.arguments()));
        ArrayNode result = messages.addObject().put("role", "user").putArray("content");
        result.addObject()
                .put("type", "tool_result")
                .put("tool_use_id", answer.callId())
                .put("content", output);
        return question.toString();
    }

    @Override
    public ProxyFollowUp followUp(JsonNode request) {
        List<JsonNode> blocks = new ArrayList<>();
        List<String> user = new ArrayList<>();
        for (JsonNode message : request.path("messages")) {
            JsonNode content = message.path("content");
            if (message.path("role").asText().equals("user")) {
                user.addAll(content.isTextual() ? List.of(content.asText()) : content.findValuesAsText("text"));
            }
            if (content.isArray()) {
                content.forEach(blocks::add);
            }
        }
        JsonNode call = ofType(blocks, "tool_use").getFirst();
        JsonNode result = ofType(blocks, "tool_result").getFirst();
        List<JsonNode> texts = ofType(blocks, "text").stream()
                .filter(block -> !user.contains(block.path("text").asText()))
                .toList();
        return new ProxyFollowUp(
                request.path("system").isTextual()
                        ? request.path("system").asText()
                        : joined(list(request.path("system")), "/text"),
                user,
                joined(blocks, "/thinking"),
                joined(texts, "/text"),
                call.path("id").asText(),
                call.path("name").asText(),
                call.path("input").toString(),
                result.path("tool_use_id").asText(),
                result.path("content").isTextual()
                        ? result.path("content").asText()
                        : joined(list(result.path("content")), "/text"),
                request.path("tools").findValuesAsText("name"));
    }

    private static List<JsonNode> ofType(List<JsonNode> nodes, String type) {
        return nodes.stream()
                .filter(node -> node.path("type").asText().equals(type))
                .toList();
    }

    private static List<JsonNode> list(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    @Override
    public boolean claimsEnd(String stream) {
        return DialectHttpClient.frames(stream).stream()
                .anyMatch(frame -> frame.path("type").asText().startsWith("message_")
                        && !frame.path("type").asText().equals("message_start"));
    }

    @Override
    public List<String> errors(List<JsonNode> frames) {
        return ofType(frames, "error").stream()
                .map(frame -> frame.at("/error/message").asText())
                .toList();
    }
}
