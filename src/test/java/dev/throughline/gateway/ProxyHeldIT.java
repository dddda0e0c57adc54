package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Conversations that the server holds, in front of a chat backend that holds none.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyHeldIT {
    private static final ProxyDialect CHAT = new ProxyChat();
    private static final ProxyAnswer CALLING = ProxyAnswer.CALLING;

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @ParameterizedTest
    @CsvSource({"/v1/responses,true", "/v1/responses,false", "/v1/messages,true", "/v1/messages,false"})
    void theBackendGetsAllThatTheRequestOnlyNames(String path, boolean isStream) throws Exception {
        Held held = held(path, isStream);

        HttpResponse<String> second = held.run.post(path, held.continuation().toString());

        assertThat(second.statusCode()).as(second.body()).isEqualTo(200);
        ProxyFollowUp followUp = CHAT.followUp(held.received());
        assertThat(followUp.reasoning()).isEqualTo(CALLING.reasoning());
        assertThat(followUp.text()).isEqualTo(CALLING.text());
        assertThat(followUp.callId()).isEqualTo(CALLING.callId());
        assertThat(DialectHttpClient.JSON.readTree(followUp.arguments()))
                .isEqualTo(DialectHttpClient.JSON.readTree(CALLING.arguments()));
        assertThat(followUp.result()).isEqualTo("Output.");
        assertThat(followUp.user()).hasSize(1);
    }

    @Test
    void instructionsAreNotCarriedOverAndTheSystemOfAThreadIs() throws Exception {
        Held responses = held(ProxiedRun.RESPONSES, true);
        Held messages = held(ProxiedRun.MESSAGES, true);

        responses.run.post(ProxiedRun.RESPONSES, responses.continuation().toString());
        messages.run.post(ProxiedRun.MESSAGES, messages.continuation().toString());

        assertThat(CHAT.followUp(responses.received()).system()).isEqualTo("Be terse.");
        ProxyFollowUp thread = CHAT.followUp(messages.received());
        assertThat(thread.system()).isNotEmpty();
        assertThat(thread.tools()).containsExactly("look");
    }

    @Test
    void aChainOfAnswersIsFollowedToItsBeginning() throws Exception {
        Held held = held(ProxiedRun.RESPONSES, true);
        HttpResponse<String> second =
                held.run.post(ProxiedRun.RESPONSES, held.continuation().toString());
        held.received();
        ObjectNode third = held.next(id(DialectHttpClient.frames(second.body())));
        third.putArray("input").addObject().put("role", "user").put("content", "And now?");

        held.run.post(ProxiedRun.RESPONSES, third.toString());

        JsonNode messages = held.received().path("messages");
        assertThat(messages.findValuesAsText("role")).containsExactly("user", "assistant", "tool", "assistant", "user");
        assertThat(messages.at("/3/reasoning_content").asText()).isEqualTo(CALLING.reasoning());
    }

    @Test
    void anItemThatIsNamedBecomesTheItem() throws Exception {
        Held held = held(ProxiedRun.RESPONSES, true);
        ObjectNode second = held.question.deepCopy();
        ArrayNode input = second.putArray("input");
        input.addObject().put("role", "user").put("content", "Hi");
        held.answer
                .path("output")
                .forEach(item -> input.addObject()
                        .put("type", "item_reference")
                        .put("id", item.path("id").asText()));
        result(input);

        held.run.post(ProxiedRun.RESPONSES, second.toString());

        ProxyFollowUp followUp = CHAT.followUp(held.received());
        assertThat(followUp.reasoning()).isEqualTo(CALLING.reasoning());
        assertThat(followUp.callId()).isEqualTo(CALLING.callId());
    }

    @Test
    void anItemThatIsNotHeldIsRefused() throws Exception {
        Held held = held(ProxiedRun.RESPONSES, true);
        ObjectNode second = held.question.deepCopy();
        second.putArray("input").addObject().put("type", "item_reference").put("id", "rs_nosuch_0");

        HttpResponse<String> answer = held.run.post(ProxiedRun.RESPONSES, second.toString());

        assertThat(ProxiedRun.refusal(404, ProxiedRun.RESPONSES, answer)).contains("rs_nosuch_0");
    }

    @Test
    void whatIsNotHeldIsRefusedInTheWordsThatSdksKnow() throws Exception {
        Held responses = held(ProxiedRun.RESPONSES, true);
        Held messages = held(ProxiedRun.MESSAGES, true);

        HttpResponse<String> unknown = responses.run.post(
                ProxiedRun.RESPONSES,
                responses
                        .continuation()
                        .put("previous_response_id", "resp_nosuch")
                        .toString());
        ObjectNode thread = messages.continuation();
        ((ObjectNode) thread.path("thread")).put("previous_message_id", "msg_nosuch");
        HttpResponse<String> lost = messages.run.post(ProxiedRun.MESSAGES, thread.toString());

        ProxiedRun.refusal(400, ProxiedRun.RESPONSES, unknown);
        assertThat(DialectHttpClient.json(unknown).at("/error/code").asText()).isEqualTo("previous_response_not_found");
        assertThat(DialectHttpClient.json(unknown).at("/error/param").asText()).isEqualTo("previous_response_id");
        ProxiedRun.refusal(404, ProxiedRun.MESSAGES, lost);
        assertThat(DialectHttpClient.json(lost).at("/error/details/error_code").asText())
                .isEqualTo("thread_not_found");
    }

    /// The run changes with the client's version and the day; its conversation does not.
    @ParameterizedTest
    @CsvSource({"/v1/responses,true", "/v1/responses,false", "/v1/messages,true"})
    void aConversationGoesOnInAnotherRun(String path, boolean isStream) throws Exception {
        Held held = held(path, isStream);
        ProxiedRun next = ProxiedRun.open(service, "plain");

        HttpResponse<String> second = next.post(path, held.continuation().toString());

        assertThat(second.statusCode()).as(second.body()).isEqualTo(200);
        ProxyFollowUp followUp = CHAT.followUp(held.received());
        assertThat(followUp.reasoning()).isEqualTo(CALLING.reasoning());
        assertThat(followUp.callId()).isEqualTo(CALLING.callId());
        assertThat(next.exchange(1).path("outcome").asText()).isEqualTo("COMPLETED");
    }

    @Test
    void aStoredAnswerIsReadAndDeletedFromAnotherRun() throws Exception {
        Held held = held(ProxiedRun.RESPONSES, true);
        ProxiedRun next = ProxiedRun.open(service, "plain");
        String path = "/v1/responses/" + held.id();

        assertThat(DialectHttpClient.json(next.get(path)).path("output")).isEqualTo(held.answer.path("output"));
        assertThat(delete(next, path).statusCode()).isEqualTo(200);

        ProxiedRun.refusal(404, ProxiedRun.RESPONSES, held.run.get(path));
    }

    @Test
    void whatWasNotToBeStoredIsNotHeldButRecorded() throws Exception {
        Held held = held(ProxiedRun.RESPONSES, true, question -> question.put("store", false));

        HttpResponse<String> second =
                held.run.post(ProxiedRun.RESPONSES, held.continuation().toString());

        ProxiedRun.refusal(400, ProxiedRun.RESPONSES, second);
        assertThat(held.run.get("/v1/responses/" + held.id()).statusCode()).isEqualTo(404);
        assertThat(held.run.exchange(1).path("outcome").asText()).isEqualTo("COMPLETED");
    }

    @Test
    void aStoredAnswerIsReadAndDeleted() throws Exception {
        Held held = held(ProxiedRun.RESPONSES, true);
        String path = "/v1/responses/" + held.id();

        JsonNode read = DialectHttpClient.json(held.run.get(path));
        JsonNode deleted = DialectHttpClient.json(delete(held.run, path));

        assertThat(read.path("id").asText()).isEqualTo(held.id());
        assertThat(read.path("output")).isEqualTo(held.answer.path("output"));
        assertThat(deleted.toString())
                .isEqualTo("{\"id\":\"%s\",\"object\":\"response\",\"deleted\":true}".formatted(held.id()));
        ProxiedRun.refusal(404, ProxiedRun.RESPONSES, held.run.get(path));
        ProxiedRun.refusal(404, ProxiedRun.RESPONSES, delete(held.run, path));
        ProxiedRun.refusal(
                400,
                ProxiedRun.RESPONSES,
                held.run.post(ProxiedRun.RESPONSES, held.continuation().toString()));
    }

    @Test
    void inputItemsComeInPages() throws Exception {
        Held held = held(ProxiedRun.RESPONSES, true);
        HttpResponse<String> second =
                held.run.post(ProxiedRun.RESPONSES, held.continuation().toString());
        held.received();
        String path = "/v1/responses/" + id(DialectHttpClient.frames(second.body())) + "/input_items";

        JsonNode first = DialectHttpClient.json(held.run.get(path + "?order=asc&limit=2"));
        JsonNode rest = DialectHttpClient.json(
                held.run.get(path + "?order=asc&after=" + first.path("last_id").asText()));
        JsonNode latest = DialectHttpClient.json(held.run.get(path + "?limit=1"));

        assertThat(first.path("object").asText()).isEqualTo("list");
        assertThat(first.path("has_more").asBoolean()).isTrue();
        assertThat(first.path("data").findValuesAsText("type")).startsWith("message", "reasoning");
        assertThat(rest.path("has_more").asBoolean()).isFalse();
        assertThat(rest.path("data")).hasSize(3);
        assertThat(latest.at("/data/0/type").asText()).isEqualTo("function_call_output");
        ProxiedRun.refusal(400, ProxiedRun.RESPONSES, held.run.get(path + "?limit=0"));
    }

    @Test
    void whatIsNotOfferedIsRefusedByName() throws Exception {
        Held held = held(ProxiedRun.RESPONSES, true);
        ObjectNode named = held.question.deepCopy().put("conversation", "conv_1");

        HttpResponse<String> field = held.run.post(ProxiedRun.RESPONSES, named.toString());
        HttpResponse<String> compact = held.run.post("/v1/responses/compact", "{}");
        HttpResponse<String> objects = held.run.post("/v1/conversations", "{}");

        for (HttpResponse<String> answer : List.of(field, objects)) {
            ProxiedRun.refusal(400, ProxiedRun.RESPONSES, answer);
            assertThat(DialectHttpClient.json(answer).at("/error/param").asText())
                    .isEqualTo("conversation");
        }
        assertThat(ProxiedRun.refusal(400, ProxiedRun.RESPONSES, compact)).contains("responses/compact");
    }

    @Test
    void anIdOfTheBackendGoesToTheBackendAsItCame() throws Exception {
        String model = backend.model((_, socket) -> socket.json(new ProxyResponses().whole(CALLING)));
        ProxiedRun run = ProxiedRun.open(service, "responses");
        String body = "{\"model\":\"%s\",\"input\":\"x\",\"previous_response_id\":\"resp_1\"}".formatted(model);

        assertThat(run.post(ProxiedRun.RESPONSES, body).statusCode()).isEqualTo(200);

        assertThat(backend.take(model).text()).isEqualTo(body);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, '', /v1/responses/ID",
        "GET, ?stream=true&x=../y, /v1/responses/ID",
        "DELETE, '', /v1/responses/ID",
        "POST, /cancel, /v1/responses/ID/cancel",
        "GET, /input_items, /v1/responses/ID/input_items",
        "GET, /input_items?after=m_1&limit=2&order=asc&x=y, /v1/responses/ID/input_items?order=asc&limit=2&after=m_1"
    })
    void aStoredAnswerThatIsNotOursIsAskedOfABackendOfTheDialect(String method, String rest, String target)
            throws Exception {
        String id = "resp_" + method + rest.length();
        String expected = target.replace("ID", id);
        backend.answer(expected, (_, socket) -> socket.json("{ \"id\" : \"x\" }"));
        ProxiedRun run = ProxiedRun.open(service, "responses");

        HttpResponse<String> answer = run.asking()
                .send(
                        method,
                        "/r/" + run.run().id() + "/v1/responses/" + id + rest,
                        HttpRequest.BodyPublishers.noBody(),
                        "authorization",
                        "Bearer mine");

        assertThat(answer.body()).isEqualTo("{ \"id\" : \"x\" }");
        var receivedRequest = backend.take(expected);
        assertThat(receivedRequest.method()).isEqualTo(method);
        assertThat(receivedRequest.header("authorization")).containsExactly("Bearer mine");
    }

    @Test
    void anIdThatNoBackendCanHaveIssuedIsUnknown() throws Exception {
        int before = backend.targets().size();
        ProxiedRun chat = ProxiedRun.open(service, "plain");
        ProxiedRun responses = ProxiedRun.open(service, "responses");

        ProxiedRun.refusal(404, ProxiedRun.RESPONSES, chat.get("/v1/responses/resp_1"));
        ProxiedRun.refusal(404, ProxiedRun.RESPONSES, chat.post("/v1/responses/resp_1/cancel", ""));
        ProxiedRun.refusal(404, ProxiedRun.RESPONSES, responses.get("/v1/responses/resp_1%2F..%2Fx"));
        ProxiedRun.refusal(400, ProxiedRun.RESPONSES, responses.get("/v1/responses/resp_1/input_items?after=a%26b"));

        assertThat(backend.targets()).hasSize(before);
    }

    @Test
    void anAnswerOfOursCannotBeCancelled() throws Exception {
        Held held = held(ProxiedRun.RESPONSES, true);

        ProxiedRun.refusal(400, ProxiedRun.RESPONSES, held.run.post("/v1/responses/" + held.id() + "/cancel", ""));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHeldThreadIsCountedWholeAndWithoutOurProofs(boolean isOfAnotherRun) throws Exception {
        Held held = held(ProxiedRun.MESSAGES, false);
        backend.answer(held.model, (_, socket) -> socket.json("{\"input_tokens\":4711}"));
        ProxiedRun run = isOfAnotherRun ? ProxiedRun.open(service, "plain") : held.run;

        HttpResponse<String> counted =
                run.post("/v1/messages/count_tokens", held.continuation().toString());

        assertThat(DialectHttpClient.json(counted).path("input_tokens").asInt()).isEqualTo(4711);
        JsonNode sent = held.received();
        assertThat(sent.has("thread")).isFalse();
        assertThat(sent.path("messages").findValuesAsText("role")).containsExactly("user", "assistant", "user");
        assertThat(sent.findValuesAsText("thinking")).containsExactly(CALLING.reasoning());
        assertThat(sent.toString()).doesNotContain(signature(held.answer));
    }

    @Test
    void aThreadThatIsNotHeldIsNotCounted() throws Exception {
        Held held = held(ProxiedRun.MESSAGES, true);
        ObjectNode thread = held.continuation();
        ((ObjectNode) thread.path("thread")).put("previous_message_id", "msg_nosuch");

        HttpResponse<String> counted = held.run.post("/v1/messages/count_tokens", thread.toString());

        ProxiedRun.refusal(404, ProxiedRun.MESSAGES, counted);
        assertThat(held.run.exchange(2).path("kind").asText()).isEqualTo("count");
        assertThat(held.run.exchange(2).path("outcome").asText()).isEqualTo("FAILED");
    }

    private static String signature(JsonNode message) {
        return message.findValuesAsText("signature").stream()
                .filter(proof -> !proof.isEmpty())
                .findFirst()
                .orElseThrow();
    }

    private Held held(String path, boolean isStream) throws Exception {
        return held(path, isStream, question -> {});
    }

    private Held held(String path, boolean isStream, java.util.function.Consumer<ObjectNode> change) throws Exception {
        ProxyDialect client = ProxyDialect.of(path);
        String model = backend.model((request, socket) -> {
            if (request.json().path("stream").asBoolean()) {
                socket.stream().chunk(CHAT.stream(CALLING)).end();
            } else {
                socket.json(CHAT.whole(CALLING));
            }
        });
        ProxiedRun run = ProxiedRun.open(service, "plain");
        ObjectNode question = ProxyDialect.object(client.question(model, isStream));
        change.accept(question);
        HttpResponse<String> first = run.post(path, question.toString());
        assertThat(first.statusCode()).as(first.body()).isEqualTo(200);
        backend.take(model);
        JsonNode answer = isStream ? answer(DialectHttpClient.frames(first.body())) : DialectHttpClient.json(first);
        return new Held(run, path, model, question, answer);
    }

    /// The response that a stream repeats at its end, or the message that it begins with.
    private static JsonNode answer(List<JsonNode> frames) {
        JsonNode last = frames.getLast().path("response");
        return last.isMissingNode() ? frames.getFirst().path("message") : last;
    }

    private static String id(List<JsonNode> frames) {
        return answer(frames).path("id").asText();
    }

    private static void result(ArrayNode input) {
        input.addObject()
                .put("type", "function_call_output")
                .put("call_id", CALLING.callId())
                .put("output", "Output.");
    }

    private HttpResponse<String> delete(ProxiedRun run, String path) throws Exception {
        URI uri = service.resolve("/r/" + run.run().id() + path);
        return TestHttpClient.send(HttpRequest.newBuilder(uri).DELETE().build(), HttpResponse.BodyHandlers.ofString());
    }

    private final class Held {
        private final ProxiedRun run;
        private final String path;
        private final String model;
        private final ObjectNode question;
        private final JsonNode answer;

        private Held(ProxiedRun run, String path, String model, ObjectNode question, JsonNode answer) {
            this.run = run;
            this.path = path;
            this.model = model;
            this.question = question;
            this.answer = answer;
        }

        private String id() {
            return answer.path("id").asText();
        }

        /// The same request without what it said, behind an answer.
        private ObjectNode next(String id) {
            ObjectNode body = question.deepCopy();
            body.remove(List.of("instructions", "input", "store"));
            return body.put("previous_response_id", id);
        }

        /// What the call gave, and the id of the answer that called.
        private ObjectNode continuation() {
            if (path.equals(ProxiedRun.RESPONSES)) {
                ObjectNode body = next(id()).put("instructions", "Be terse.");
                result(body.putArray("input"));
                return body;
            }
            ObjectNode body = question.deepCopy();
            body.remove(List.of("system", "tools"));
            body.putObject("thread").put("type", "continue").put("previous_message_id", id());
            body.putArray("messages")
                    .addObject()
                    .put("role", "user")
                    .putArray("content")
                    .addObject()
                    .put("type", "tool_result")
                    .put("tool_use_id", CALLING.callId())
                    .put("content", "Output.");
            return body;
        }

        private JsonNode received() throws InterruptedException {
            return backend.take(model).json();
        }
    }
}
