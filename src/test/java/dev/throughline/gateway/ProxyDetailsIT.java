package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ReceivedRequest;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A chat backend gets back the `reasoning_details` that it issued, for every client dialect.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyDetailsIT {
    /// Of the answer that calls a tool, of the one after it, and of none.
    private static final List<String> DETAILS = List.of("""
        [{"type":"reasoning.text","text":"Hm, \\"q\\" ü \\n so ","id":"rt-1","format":"anthropic-claude-v1","index":0,\
        "own":1.50,"signature":"c2lnbmVk"},\
        {"type":"reasoning.encrypted","data":"ZW5j","id":"rs-1","format":"anthropic-claude-v1","index":1}]\
        """, """
        [{"type":"reasoning.summary","summary":"In short.","id":"rs-2","format":"openai-responses-v1","index":0},\
        {"type":"reasoning.encrypted","data":"c2VhbGVk","id":"rs-3","format":"openai-responses-v1","index":1}]\
        """);
    private static final List<String> REASONING = List.of("Hm, \"q\" ü \n so ", "In short.");
    private static final String CALL =
            "{\"index\":0,\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"look\",\"arguments\":\"{\\\"q\\\":1}\"}}";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @ParameterizedTest
    @CsvSource({
        "kind-openrouter,/v1/messages,true",
        "kind-openrouter,/v1/messages,false",
        "kind-openrouter,/v1/responses,true",
        "kind-openrouter,/v1/responses,false",
        "plain,/v1/messages,true",
        "plain,/v1/messages,false",
        "plain,/v1/responses,true",
        "plain,/v1/responses,false",
        "keep-last,/v1/messages,true",
        "repair,/v1/messages,true",
        "repair,/v1/responses,false",
        "repair,/v1/chat/completions,true",
        "repair,/v1/chat/completions,false",
    })
    void theBackendGetsItsDetailsBackOverToolStepsAndTurns(String name, String path, boolean isStream)
            throws Exception {
        var loop = new Loop(name, path, isStream);

        loop.ask("Look.");
        loop.give("call_1", "Output.");
        List<String> inLoop = loop.details();
        loop.ask("And now?");

        assertThat(inLoop).containsExactly(DETAILS.getFirst());
        boolean isLast = name.equals("keep-last");
        assertThat(loop.details()).containsExactlyElementsOf(isLast ? List.of() : DETAILS);
        assertThat(loop.latest()).doesNotContain("Throughline");
        if (name.equals("kind-openrouter")) {
            assertThat(loop.latest()).doesNotContain("reasoning_content").doesNotContain("\"reasoning\"");
        }
    }

    @ParameterizedTest
    @CsvSource({"/v1/messages,true", "/v1/messages,false", "/v1/responses,true", "/v1/responses,false"})
    void theClientGetsAProofOfOursInPlaceOfTheBackends(String path, boolean isStream) throws Exception {
        var loop = new Loop("kind-openrouter", path, isStream);

        String answer = loop.ask("Look.");

        assertThat(answer).doesNotContain("c2lnbmVk").doesNotContain("ZW5j").contains("ThroughlineK");
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/messages,repair,true",
        "/v1/responses,repair,true",
        "/v1/messages,plain,false",
        "/v1/responses,plain,false"
    })
    void reasoningThatTheClientDroppedIsPutBackUnderRepairOnly(String path, String name, boolean isBack)
            throws Exception {
        var loop = new Loop(name, path, true);

        loop.ask("Look.");
        loop.forget();
        loop.give("call_1", "Output.");

        assertThat(loop.details()).containsExactlyElementsOf(isBack ? DETAILS.subList(0, 1) : List.of());
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aChatClientThatSendsNothingBackIsRepaired(boolean isStream) throws Exception {
        var loop = new Loop("repair", "/v1/chat/completions", isStream);

        loop.ask("Look.");
        loop.forget();
        loop.give("call_1", "Output.");

        assertThat(loop.details()).containsExactly(DETAILS.getFirst());
        JsonNode repairs = loop.run.exchange(2).path("repairs");
        assertThat(repairs).hasSize(1);
        assertThat(repairs.at("/0/by").asText()).isEqualTo("call-id");
    }

    @Test
    void aChatClientThatSendsTheDetailsBackIsLeftAlone() throws Exception {
        var loop = new Loop("repair", "/v1/chat/completions", false);

        loop.ask("Look.");
        ((ObjectNode) loop.history.get(1))
                .set("reasoning_details", DialectHttpClient.JSON.readTree(DETAILS.getFirst()));
        loop.give("call_1", "Output.");

        assertThat(loop.latest()).isEqualTo(loop.sent);
        assertThat(loop.run.exchange(2).path("repairs")).isEmpty();
    }

    /// A client that sends back what it got, in the words of its dialect.
    private final class Loop {
        private final String path;
        private final boolean isStream;
        private final String model;
        private final ArrayNode history = DialectHttpClient.JSON.createArrayNode();
        private final ProxiedRun run;
        private String latest = "";
        private String sent = "";

        Loop(String name, String path, boolean isStream) throws Exception {
            this.path = path;
            this.isStream = isStream;
            this.model = backend.model((request, socket) -> {
                int step = step(request);
                if (request.json().path("stream").asBoolean()) {
                    socket.stream().chunk(streamed(step)).end();
                } else {
                    socket.json(whole(step));
                }
            });
            this.run = ProxiedRun.open(service, name);
        }

        private static int step(ReceivedRequest request) {
            return request.text().contains("And now?") ? 2 : request.text().contains("Output.") ? 1 : 0;
        }

        String ask(String question) throws Exception {
            history.addObject().put("role", "user").put("content", question);
            return send();
        }

        String give(String call, String output) throws Exception {
            switch (path) {
                case ProxiedRun.CHAT ->
                    history.addObject()
                            .put("role", "tool")
                            .put("tool_call_id", call)
                            .put("content", output);
                case ProxiedRun.MESSAGES ->
                    history.addObject()
                            .put("role", "user")
                            .putArray("content")
                            .addObject()
                            .put("type", "tool_result")
                            .put("tool_use_id", call)
                            .put("content", output);
                default ->
                    history.addObject()
                            .put("type", "function_call_output")
                            .put("call_id", call)
                            .put("output", output);
            }
            return send();
        }

        /// Takes all reasoning out of what the client keeps.
        void forget() {
            for (int i = history.size() - 1; i >= 0; i--) {
                var message = (ObjectNode) history.get(i);
                message.remove(List.of("reasoning", "reasoning_content", "reasoning_details"));
                if (message.path("type").asText().equals("reasoning")) {
                    history.remove(i);
                } else if (message.path("content") instanceof ArrayNode blocks) {
                    List<JsonNode> kept = StreamSupport.stream(blocks.spliterator(), false)
                            .filter(block -> !block.path("type").asText().contains("thinking"))
                            .toList();
                    blocks.removeAll().addAll(kept);
                }
            }
        }

        private String send() throws Exception {
            ObjectNode body = ProxyDialect.object(ProxiedRun.body(path, model, isStream));
            body.set(path.equals(ProxiedRun.RESPONSES) ? "input" : "messages", history);
            sent = body.toString();
            HttpResponse<String> answer = run.post(path, sent);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            latest = backend.take(model).text();
            keep(answer);
            return answer.body();
        }

        private void keep(HttpResponse<String> answer) throws Exception {
            switch (path) {
                case ProxiedRun.CHAT -> history.add(chat(answer));
                case ProxiedRun.MESSAGES -> {
                    ObjectNode said = history.addObject().put("role", "assistant");
                    said.set(
                            "content",
                            isStream
                                    ? blocks(answer.body())
                                    : DialectHttpClient.json(answer).path("content"));
                }
                default -> {
                    JsonNode whole = isStream
                            ? DialectHttpClient.frames(answer.body()).getLast().path("response")
                            : DialectHttpClient.json(answer);
                    whole.path("output").forEach(history::add);
                }
            }
        }

        /// A chat client that keeps `reasoning` only.
        private JsonNode chat(HttpResponse<String> answer) throws Exception {
            ObjectNode said = DialectHttpClient.JSON.createObjectNode().put("role", "assistant");
            List<JsonNode> parts = isStream
                    ? DialectHttpClient.frames(answer.body()).stream()
                            .map(frame -> frame.at("/choices/0/delta"))
                            .toList()
                    : List.of(DialectHttpClient.json(answer).at("/choices/0/message"));
            said.put("content", ProxyDialect.joined(parts, "/content"));
            said.put("reasoning", ProxyDialect.joined(parts, "/reasoning"));
            parts.stream()
                    .map(part -> part.path("tool_calls"))
                    .filter(JsonNode::isArray)
                    .forEach(calls -> {
                        ((ObjectNode) calls.get(0)).remove("index");
                        said.set("tool_calls", calls);
                    });
            return said;
        }

        private static JsonNode blocks(String stream) {
            List<ObjectNode> blocks = new ArrayList<>();
            List<StringBuilder> inputs = new ArrayList<>();
            for (JsonNode frame : DialectHttpClient.frames(stream)) {
                if (frame.has("content_block")) {
                    blocks.add(frame.path("content_block").deepCopy());
                    inputs.add(new StringBuilder());
                }
                JsonNode delta = frame.path("delta");
                for (String field : List.of("thinking", "text", "signature")) {
                    if (delta.has(field)) {
                        ObjectNode block = blocks.getLast();
                        block.put(
                                field,
                                block.path(field).asText("") + delta.path(field).asText());
                    }
                }
                inputs.stream()
                        .skip(Math.max(0, inputs.size() - 1L))
                        .forEach(
                                input -> input.append(delta.path("partial_json").asText("")));
            }
            for (int i = 0; i < blocks.size(); i++) {
                if (!inputs.get(i).isEmpty()) {
                    blocks.get(i).set("input", ProxyDialect.object(inputs.get(i).toString()));
                }
            }
            return DialectHttpClient.JSON.createArrayNode().addAll(blocks);
        }

        /// What the backend got last.
        String latest() {
            return latest;
        }

        /// The details of each message that the backend got, as they are written.
        List<String> details() {
            List<String> details = new ArrayList<>();
            for (JsonNode message : ProxyDialect.object(latest).path("messages")) {
                if (message.has("reasoning_details")) {
                    int at = latest.indexOf(
                            "\"reasoning_details\":[", details.isEmpty() ? 0 : latest.indexOf(details.getLast()) + 1);
                    details.add(latest.substring(at + 20, latest.indexOf("}]", at) + 2));
                }
            }
            return details;
        }
    }

    private static String whole(int step) {
        String calls = step == 0 ? ",\"tool_calls\":[" + CALL.replace("\"index\":0,", "") + "]" : "";
        return "{\"model\":\"m\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"T%d\"%s%s},\"finish_reason\":\"%s\"}]}"
                .formatted(step, thought(step), calls, step == 0 ? "tool_calls" : "stop");
    }

    private static String thought(int step) {
        return step > 1
                ? ""
                : ",\"reasoning\":" + ProxyDialect.quoted(REASONING.get(step)) + ",\"reasoning_details\":"
                        + DETAILS.get(step);
    }

    /// The text of the first answer comes in pieces, its signature last.
    private static String streamed(int step) {
        var stream = new StringBuilder();
        String rest = ",\"id\":\"rt-1\",\"format\":\"anthropic-claude-v1\",\"index\":0";
        if (step == 0) {
            stream.append(
                    delta(detail("{\"type\":\"reasoning.text\",\"text\":\"Hm, \\\"q\\\"\"" + rest + ",\"own\":1.50}")));
            stream.append(delta(detail("{\"type\":\"reasoning.text\",\"text\":\" ü \\n so \"" + rest + "}")));
            stream.append(delta(detail("{\"type\":\"reasoning.text\",\"signature\":\"c2lnbmVk\"" + rest + "}")));
            stream.append(delta(detail(last(0))));
        } else if (step == 1) {
            stream.append(delta(detail("{\"type\":\"reasoning.summary\",\"summary\":\"In"
                    + " sh\",\"id\":\"rs-2\",\"format\":\"openai-responses-v1\",\"index\":0}")));
            stream.append(delta(detail("{\"type\":\"reasoning.summary\",\"summary\":\"ort.\",\"index\":0}")));
            stream.append(delta(detail(last(1))));
        }
        stream.append(delta("\"content\":\"T" + step + "\""));
        if (step == 0) {
            stream.append(delta("\"tool_calls\":[" + CALL + "]"));
        }
        return stream + "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\""
                + (step == 0 ? "tool_calls" : "stop") + "\"}]}\n\ndata: [DONE]\n\n";
    }

    private static String last(int step) {
        String details = DETAILS.get(step);
        return details.substring(details.indexOf("{\"type\":\"reasoning.encrypted\""), details.length() - 1);
    }

    private static String detail(String detail) {
        String text = ProxyDialect.object(detail).findValuesAsText("text").stream()
                .findFirst()
                .orElse(ProxyDialect.object(detail).path("summary").asText(""));
        return (text.isEmpty() ? "" : "\"reasoning\":" + ProxyDialect.quoted(text) + ",") + "\"reasoning_details\":["
                + detail + "]";
    }

    private static String delta(String fields) {
        return "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{" + fields
                + "},\"finish_reason\":null}]}\n\n";
    }
}
