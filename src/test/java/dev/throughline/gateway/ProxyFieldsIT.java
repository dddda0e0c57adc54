package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The location of reasoning in requests and answers, and what the settings add to a request.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyFieldsIT {
    private static final ProxyDialect CHAT = new ProxyChat();
    private static final ProxyAnswer ENDING = ProxyAnswer.ENDING;

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain|{'reasoning_text':'R'}|{'reasoning_text':'R','content':'C'}",
                "field-reasoning_content|{'reasoning':'R'}|{'reasoning_content':'R','content':'C'}",
                "fields|{'reasoning_content':'R'}|{'reasoning':'R','content':'C'}",
                "fields|{'reasoning_content':'R','reasoning':'R'}|{'reasoning':'R','content':'C'}",
                "fields|{'reasoning_details':[{'type':'reasoning.text','text':'R'}]}|{'reasoning':'R','content':'C'}",
                "field-both|{'reasoning':'R'}|{'reasoning_content':'R','reasoning':'R','content':'C'}",
                "field-think-tags|{'reasoning_content':'R'}|{'content':'<think>R</think>C'}",
                "field-none|{'reasoning_content':'R','reasoning':'R'}|{'content':'C'}",
                "field-none|{}|{'content':'C'}",
            })
    void reasoningGoesWhereTheBackendReadsIt(String name, String sent, String wanted) throws Exception {
        String message = "{'role':'assistant','content':'C','vendor':1.50," + sent.substring(1);

        JsonNode received = answered(name, message.replace(",}", "}"));

        assertThat(received)
                .isEqualTo(ProxyDialect.object(json(wanted))
                        .put("role", "assistant")
                        .set("vendor", number()));
    }

    @Test
    void detailsAreWrittenWhereTheBackendReadsThose() throws Exception {
        JsonNode message = answered("field-details", "{'role':'assistant','content':'C','reasoning':'R'}");

        assertThat(message.at("/reasoning_details/0/type").asText()).isEqualTo("reasoning.text");
        assertThat(message.at("/reasoning_details/0/text").asText()).isEqualTo("R");
        assertThat(message.has("reasoning")).isFalse();
    }

    private JsonNode answered(String name, String message) throws Exception {
        String model = backend.model((_, socket) -> socket.whole(400, "{}"));
        String body = ProxiedRun.body(ProxiedRun.CHAT, model, true)
                .replace("[{\"role\":\"user\"", "[" + json(message) + ",{\"role\":\"user\"");
        ProxiedRun.open(service, name).post(ProxiedRun.CHAT, body);
        return backend.take(model).json().at("/messages/0");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|{'clear_thinking':false,'effort':'max'}",
                "{'chat_template_kwargs':{'clear_thinking':true}}|{'clear_thinking':true,'effort':'max'}",
                "{'chat_template_kwargs':{'enable_thinking':false,'effort':'low'}}|"
                        + "{'enable_thinking':false,'effort':'low','clear_thinking':false}",
                "{'clear_thinking':true}|{'effort':'max'}",
                "{'thinking':{'type':'enabled','clear_thinking':true}}|{'effort':'max'}",
                "{'chat_template_kwargs':{'clear_thinking':null}}|{'clear_thinking':null,'effort':'max'}",
            })
    void defaultsOfTheTemplateNeverOverrideTheClient(String sent, String wanted) throws Exception {
        String model = backend.model((_, socket) -> socket.whole(400, "{}"));
        String fields = json(sent).substring(1).replaceFirst("}$", "");
        String body = ProxiedRun.body(ProxiedRun.CHAT, model, true)
                .replaceFirst("\\{", fields.isEmpty() ? "{" : "{" + fields + ",");

        ProxiedRun.open(service, "fields").post(ProxiedRun.CHAT, body);

        assertThat(backend.take(model).json().path("chat_template_kwargs"))
                .isEqualTo(ProxyDialect.object(json(wanted)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/messages", "/v1/responses"})
    void defaultsOfTheTemplateReachTheBackendAcrossDialects(String path) throws Exception {
        String model = backend.model((_, socket) -> socket.whole(400, "{}"));

        ProxiedRun.open(service, "fields").whole(path, model);

        assertThat(backend.take(model).json().path("chat_template_kwargs"))
                .isEqualTo(ProxyDialect.object("{\"clear_thinking\":false,\"effort\":\"max\"}"));
    }

    @Test
    void contentIsFlattenedOnlyWhereTheBackendIsSetSo() throws Exception {
        String message = "{'role':'assistant','content':[{'type':'text','text':'a'},{'type':'text','text':'b'}]}";

        assertThat(answered("fields", message).path("content").asText()).isEqualTo("ab");
        assertThat(answered("plain", message).path("content")).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"reasoning_content", "reasoning", "reasoning_text"})
    void reasoningOfAnAnswerIsReadUnderEveryName(String field) throws Exception {
        String model = backend.model((request, socket) -> {
            if (request.json().path("stream").asBoolean()) {
                socket.stream()
                        .chunk(CHAT.stream(ENDING).replace("reasoning_content", field))
                        .end();
            } else {
                socket.json(CHAT.whole(ENDING).replace("reasoning_content", field));
            }
        });
        ProxyDialect client = new ProxyMessages();

        for (boolean isStream : new boolean[] {true, false}) {
            HttpResponse<String> answer =
                    ProxiedRun.open(service, "plain").post(client.path(), client.question(model, isStream));

            assertThat(read(client, isStream, answer).reasoning()).isEqualTo(ENDING.reasoning());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/v1/chat/completions,plain",
        "/v1/chat/completions,anthropic",
        "/v1/messages,plain",
        "/v1/messages,anthropic",
        "/v1/responses,plain",
        "/v1/responses,responses"
    })
    void theThinkingHeaderDecidesWhereReasoningGoes(String path, String name) throws Exception {
        ProxyDialect client = ProxyDialect.of(path);
        ProxyDialect server = ProxyDialect.ALL.stream()
                .filter(dialect -> dialect.backend().equals(name))
                .findFirst()
                .orElseThrow();
        String model = backend.model((request, socket) -> {
            if (request.json().path("stream").asBoolean()) {
                socket.stream().chunk(server.stream(ENDING)).end();
            } else {
                socket.json(server.whole(ENDING));
            }
        });
        String marked = "<think>" + ENDING.reasoning() + "</think>" + ENDING.text();
        for (boolean isStream : new boolean[] {true, false}) {
            assertThat(thinking(client, name, model, isStream, "true").text()).isEqualTo(marked);
            assertThat(thinking(client, name, model, isStream, "1").text()).isEqualTo(marked);
            assertThat(thinking(client, name, model, isStream, "YES").reasoning())
                    .isEmpty();
            assertThat(thinking(client, name, model, isStream, "false")).satisfies(answer -> {
                assertThat(answer.reasoning()).isEmpty();
                assertThat(answer.text()).isEqualTo(ENDING.text());
                assertThat(answer.finish()).isEqualTo("stop");
            });
            assertThat(thinking(client, name, model, isStream, "").reasoning()).isEqualTo(ENDING.reasoning());
        }
    }

    private ProxyAnswer thinking(ProxyDialect client, String name, String model, boolean isStream, String value)
            throws Exception {
        ProxiedRun run = ProxiedRun.open(service, name);
        String body = client.question(model, isStream);
        HttpResponse<String> answer = value.isEmpty()
                ? run.post(client.path(), body)
                : run.post(client.path(), body, "x-include-thinking", value);
        return read(client, isStream, answer);
    }

    private static ProxyAnswer read(ProxyDialect client, boolean isStream, HttpResponse<String> answer)
            throws Exception {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return isStream
                ? client.read(DialectHttpClient.frames(answer.body()))
                : client.read(DialectHttpClient.json(answer));
    }

    private static JsonNode number() {
        return ProxyDialect.object("{\"n\":1.50}").path("n");
    }

    /// An apostrophe stands for a quotation mark.
    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
