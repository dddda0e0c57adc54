package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;

import static dev.throughline.gateway.ProxyDialect.joined;
import static dev.throughline.gateway.ProxyDialect.object;
import static dev.throughline.gateway.ProxyDialect.quoted;

/// OpenAI responses.
record ProxyResponses() implements ProxyDialect {
    @Override
    public String path() {
        return ProxiedRun.RESPONSES;
    }

    @Override
    public String backend() {
        return "responses";
    }

    @Override
    public String stream(ProxyAnswer answer) {
        var stream = new StringBuilder(created());
        List<String> items = items(answer);
        for (int i = 0; i < items.size(); i++) {
            item(i, object(items.get(i)), stream);
        }
        return stream.append(frame(
                        answer.finish().equals("length") ? "response.incomplete" : "response.completed",
                        "\"response\":" + whole(answer)))
                .toString();
    }

    @Override
    public String half() {
        return created()
                + added(0, object("{\"type\":\"message\",\"id\":\"msg_0\",\"role\":\"assistant\",\"content\":[]}"))
                + part(0, "content", "output_text")
                + delta(0, "output_text", "content_index", "Half");
    }

    @Override
    public String error(String message) {
        return frame("error", "\"code\":\"server_error\",\"message\":" + quoted(message));
    }

    private static String created() {
        return frame(
                "response.created",
                "\"response\":{\"id\":\"resp_1\",\"object\":\"response\",\"status\":\"in_progress\",\"model\":\"m\",\"output\":[]}");
    }

    private static List<String> items(ProxyAnswer answer) {
        List<String> items = new ArrayList<>();
        items.add(
                "{\"type\":\"reasoning\",\"id\":\"rs_0\",\"summary\":[],\"content\":[{\"type\":\"reasoning_text\",\"text\":%s}]%s}"
                        .formatted(quoted(answer.reasoning()), proof(answer)));
        items.add(
                "{\"type\":\"message\",\"id\":\"msg_1\",\"role\":\"assistant\",\"status\":\"completed\",\"content\":[{\"type\":\"output_text\",\"text\":%s,\"annotations\":[]}]}"
                        .formatted(quoted(answer.text())));
        if (answer.hasCall()) {
            items.add(
                    "{\"type\":\"function_call\",\"id\":\"fc_2\",\"status\":\"completed\",\"call_id\":%s,\"name\":%s,\"arguments\":%s}"
                            .formatted(quoted(answer.callId()), quoted(answer.name()), quoted(answer.arguments())));
        }
        return items;
    }

    private static String proof(ProxyAnswer answer) {
        return answer.signature().isEmpty() ? "" : ",\"encrypted_content\":" + quoted(answer.signature());
    }

    private static void item(int index, ObjectNode item, StringBuilder stream) {
        ObjectNode begun = item.deepCopy();
        if (item.has("arguments")) {
            begun.put("arguments", "");
        } else {
            begun.putArray("content");
        }
        stream.append(added(index, begun));
        String kind = item.path("type").asText().equals("reasoning") ? "reasoning_text" : "output_text";
        if (item.has("arguments")) {
            for (String half : ProxyAnswer.halves(item.path("arguments").asText())) {
                stream.append(delta(index, "function_call_arguments", "item", half));
            }
        } else {
            stream.append(part(index, "content", kind));
            for (String half : ProxyAnswer.halves(item.at("/content/0/text").asText())) {
                stream.append(delta(index, kind, "content_index", half));
            }
        }
        stream.append(frame("response.output_item.done", "\"output_index\":%d,\"item\":%s".formatted(index, item)));
    }

    private static String added(int index, ObjectNode item) {
        return frame("response.output_item.added", "\"output_index\":%d,\"item\":%s".formatted(index, item));
    }

    private static String part(int index, String place, String kind) {
        return frame(
                "response." + place + "_part.added",
                "\"output_index\":%d,\"content_index\":0,\"part\":{\"type\":\"%s\",\"text\":\"\"}"
                        .formatted(index, kind));
    }

    private static String delta(int index, String kind, String position, String text) {
        return frame(
                "response." + kind + ".delta",
                "\"output_index\":%d,\"%s\":0,\"delta\":%s".formatted(index, position, quoted(text)));
    }

    private static String frame(String type, String fields) {
        return "event: %1$s\ndata: {\"type\":\"%1$s\",%2$s}\n\n".formatted(type, fields);
    }

    @Override
    public String whole(ProxyAnswer answer) {
        boolean isCut = answer.finish().equals("length");
        return "{\"id\":\"resp_1\",\"object\":\"response\",\"status\":\"%s\",\"model\":\"m\",\"incomplete_details\":%s,\"output\":[%s],\"usage\":{\"input_tokens\":%d,\"output_tokens\":%d,\"total_tokens\":%d}}"
                .formatted(
                        isCut ? "incomplete" : "completed",
                        isCut ? "{\"reason\":\"max_output_tokens\"}" : "null",
                        String.join(",", items(answer)),
                        answer.input(),
                        answer.output(),
                        answer.input() + answer.output());
    }

    /// The deltas and the last event must say the same.
    @Override
    public ProxyAnswer read(List<JsonNode> frames) {
        ProxyAnswer last = read(frames.getLast().path("response"));
        String reasoning =
                said(frames, "response.reasoning_summary_text.delta") + said(frames, "response.reasoning_text.delta");
        if (!reasoning.equals(last.reasoning())
                || !said(frames, "response.output_text.delta").equals(last.text())
                || !said(frames, "response.function_call_arguments.delta").equals(last.arguments())) {
            throw new AssertionError("the deltas do not say what the answer says: " + frames);
        }
        return last;
    }

    private static String said(List<JsonNode> frames, String type) {
        return joined(ofType(frames, type), "/delta");
    }

    @Override
    public ProxyAnswer read(JsonNode body) {
        List<JsonNode> items = list(body.path("output"));
        JsonNode call = ofType(items, "function_call").stream().findFirst().orElse(object("{}"));
        boolean isCut = body.path("status").asText().equals("incomplete");
        String end = call.has("name") ? "tool_calls" : "stop";
        return new ProxyAnswer(
                joined(ofType(items, "reasoning"), "/content/0/text"),
                joined(ofType(items, "reasoning"), "/encrypted_content"),
                joined(ofType(items, "message"), "/content/0/text"),
                call.path("call_id").asText(""),
                call.path("name").asText(""),
                call.path("arguments").asText(""),
                isCut ? "length" : end,
                body.at("/usage/input_tokens").asInt(),
                body.at("/usage/output_tokens").asInt());
    }

    @Override
    public String question(ObjectNode question) {
        question.put("instructions", "Be brief.");
        ObjectNode tool =
                question.withArray("tools").addObject().put("type", "function").put("name", "look");
        tool.set("parameters", ProxyDialect.schema());
        return question.toString();
    }

    @Override
    public String result(ObjectNode question, ProxyAnswer answer, String output) {
        String asked = question.path("input").asText();
        ArrayNode input = question.putArray("input");
        input.addObject().put("type", "message").put("role", "user").put("content", asked);
        items(answer).forEach(item -> input.add(object(item)));
        input.addObject()
                .put("type", "function_call_output")
                .put("call_id", answer.callId())
                .put("output", output);
        return question.toString();
    }

    @Override
    public ProxyFollowUp followUp(JsonNode request) {
        List<JsonNode> items = list(request.path("input"));
        List<JsonNode> messages =
                items.stream().filter(item -> item.has("role")).toList();
        JsonNode call = ofType(items, "function_call").getFirst();
        JsonNode result = ofType(items, "function_call_output").getFirst();
        return new ProxyFollowUp(
                request.path("instructions").asText(),
                messages.stream()
                        .filter(message -> message.path("role").asText().equals("user"))
                        .map(ProxyResponses::text)
                        .toList(),
                joined(ofType(items, "reasoning"), "/content/0/text"),
                String.join(
                        "",
                        messages.stream()
                                .filter(message -> message.path("role").asText().equals("assistant"))
                                .map(ProxyResponses::text)
                                .toList()),
                call.path("call_id").asText(),
                call.path("name").asText(),
                call.path("arguments").asText(),
                result.path("call_id").asText(),
                result.path("output").asText(),
                request.path("tools").findValuesAsText("name"));
    }

    private static String text(JsonNode message) {
        JsonNode content = message.path("content");
        return content.isTextual() ? content.asText() : joined(list(content), "/text");
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
                .anyMatch(frame -> List.of("response.completed", "response.incomplete")
                        .contains(frame.path("type").asText()));
    }

    @Override
    public List<String> errors(List<JsonNode> frames) {
        return frames.stream()
                .filter(frame -> List.of("error", "response.failed")
                        .contains(frame.path("type").asText()))
                .map(frame -> frame.has("message")
                        ? frame.path("message").asText()
                        : frame.at("/response/error/message").asText())
                .toList();
    }
}
