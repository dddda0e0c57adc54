package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.StreamSupport;

import static dev.throughline.gateway.ProxyDialect.joined;
import static dev.throughline.gateway.ProxyDialect.quoted;

/// OpenAI chat completions.
record ProxyChat() implements ProxyDialect {
    @Override
    public String path() {
        return ProxiedRun.CHAT;
    }

    @Override
    public String backend() {
        return "plain";
    }

    @Override
    public String stream(ProxyAnswer answer) {
        var stream = new StringBuilder(delta("\"role\":\"assistant\",\"content\":\"\""));
        for (String half : ProxyAnswer.halves(answer.reasoning())) {
            stream.append(delta("\"reasoning_content\":" + quoted(half)));
        }
        for (String half : ProxyAnswer.halves(answer.text())) {
            stream.append(delta("\"content\":" + quoted(half)));
        }
        if (answer.hasCall()) {
            stream.append(delta(
                    "\"tool_calls\":[{\"index\":0,\"id\":%s,\"type\":\"function\",\"function\":{\"name\":%s,\"arguments\":\"\"}}]"
                            .formatted(quoted(answer.callId()), quoted(answer.name()))));
            for (String half : ProxyAnswer.halves(answer.arguments())) {
                stream.append(
                        delta("\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":" + quoted(half) + "}}]"));
            }
        }
        return stream.append(frame("{\"index\":0,\"delta\":{},\"finish_reason\":\"" + answer.finish() + "\"}", ""))
                .append(frame("", ",\"usage\":" + usage(answer)))
                .append("data: [DONE]\n\n")
                .toString();
    }

    @Override
    public String half() {
        return delta("\"role\":\"assistant\",\"content\":\"\"") + delta("\"content\":\"Half\"");
    }

    @Override
    public String error(String message) {
        return "data: {\"error\":{\"message\":" + quoted(message) + ",\"type\":\"server_error\"}}\n\n";
    }

    @Override
    public String whole(ProxyAnswer answer) {
        String calls = answer.hasCall()
                ? ",\"tool_calls\":[{\"id\":%s,\"type\":\"function\",\"function\":{\"name\":%s,\"arguments\":%s}}]"
                        .formatted(quoted(answer.callId()), quoted(answer.name()), quoted(answer.arguments()))
                : "";
        return "{\"id\":\"x\",\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":%s,\"reasoning_content\":%s%s},\"finish_reason\":\"%s\"}],\"usage\":%s}"
                .formatted(quoted(answer.text()), quoted(answer.reasoning()), calls, answer.finish(), usage(answer));
    }

    private static String usage(ProxyAnswer answer) {
        return "{\"prompt_tokens\":%d,\"completion_tokens\":%d,\"total_tokens\":%d}"
                .formatted(answer.input(), answer.output(), answer.input() + answer.output());
    }

    private static String delta(String fields) {
        return frame("{\"index\":0,\"delta\":{" + fields + "},\"finish_reason\":null}", "");
    }

    private static String frame(String choice, String more) {
        return "data: {\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":[" + choice + "]"
                + more + "}\n\n";
    }

    @Override
    public ProxyAnswer read(List<JsonNode> frames) {
        String call = "/choices/0/delta/tool_calls/0/";
        JsonNode usage = frames.getLast().path("usage");
        return new ProxyAnswer(
                joined(frames, "/choices/0/delta/reasoning_content"),
                "",
                joined(frames, "/choices/0/delta/content"),
                joined(frames, call + "id"),
                joined(frames, call + "function/name"),
                joined(frames, call + "function/arguments"),
                joined(
                        frames.stream()
                                .filter(frame ->
                                        frame.at("/choices/0/finish_reason").isTextual())
                                .toList(),
                        "/choices/0/finish_reason"),
                usage.path("prompt_tokens").asInt(),
                usage.path("completion_tokens").asInt());
    }

    @Override
    public ProxyAnswer read(JsonNode body) {
        JsonNode message = body.at("/choices/0/message");
        return new ProxyAnswer(
                message.path("reasoning_content").asText(""),
                "",
                message.path("content").asText(""),
                message.at("/tool_calls/0/id").asText(""),
                message.at("/tool_calls/0/function/name").asText(""),
                message.at("/tool_calls/0/function/arguments").asText(""),
                body.at("/choices/0/finish_reason").asText(),
                body.at("/usage/prompt_tokens").asInt(),
                body.at("/usage/completion_tokens").asInt());
    }

    @Override
    public String question(ObjectNode question) {
        ArrayNode messages = (ArrayNode) question.path("messages");
        messages.insertObject(0).put("role", "system").put("content", "Be brief.");
        ObjectNode function =
                question.withArray("tools").addObject().put("type", "function").putObject("function");
        function.put("name", "look").set("parameters", ProxyDialect.schema());
        if (question.path("stream").asBoolean()) {
            question.putObject("stream_options").put("include_usage", true);
        }
        return question.toString();
    }

    @Override
    public String result(ObjectNode question, ProxyAnswer answer, String output) {
        ArrayNode messages = (ArrayNode) question.path("messages");
        ObjectNode said = messages.addObject().put("role", "assistant").put("content", answer.text());
        said.put("reasoning_content", answer.reasoning());
        said.withArray("tool_calls")
                .addObject()
                .put("id", answer.callId())
                .put("type", "function")
                .putObject("function")
                .put("name", answer.name())
                .put("arguments", answer.arguments());
        messages.addObject()
                .put("role", "tool")
                .put("tool_call_id", answer.callId())
                .put("content", output);
        return question.toString();
    }

    @Override
    public ProxyFollowUp followUp(JsonNode request) {
        JsonNode said = only(request, "assistant");
        JsonNode result = only(request, "tool");
        return new ProxyFollowUp(
                only(request, "system").path("content").asText(),
                ofRole(request, "user").stream()
                        .map(message -> message.path("content").asText())
                        .toList(),
                said.path("reasoning_content").asText(""),
                said.path("content").asText(""),
                said.at("/tool_calls/0/id").asText(),
                said.at("/tool_calls/0/function/name").asText(),
                said.at("/tool_calls/0/function/arguments").asText(),
                result.path("tool_call_id").asText(),
                result.path("content").asText(),
                request.path("tools").findValuesAsText("name"));
    }

    private static JsonNode only(JsonNode request, String role) {
        List<JsonNode> messages = ofRole(request, role);
        if (messages.size() != 1) {
            throw new AssertionError("one message of role " + role + " was expected in " + request);
        }
        return messages.getFirst();
    }

    private static List<JsonNode> ofRole(JsonNode request, String role) {
        return StreamSupport.stream(request.path("messages").spliterator(), false)
                .filter(message -> message.path("role").asText().equals(role))
                .toList();
    }

    @Override
    public boolean claimsEnd(String stream) {
        return stream.lines().anyMatch("data: [DONE]"::equals)
                || DialectHttpClient.frames(stream).stream()
                        .anyMatch(frame -> frame.at("/choices/0/finish_reason").isTextual());
    }

    @Override
    public List<String> errors(List<JsonNode> frames) {
        return frames.stream()
                .filter(frame -> frame.path("error").isObject())
                .map(frame -> frame.at("/error/message").asText())
                .toList();
    }
}
