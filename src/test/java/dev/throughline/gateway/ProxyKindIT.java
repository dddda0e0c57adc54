package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ReceivedRequest;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// A request translated into chat holds nothing that its kind of backend refuses.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyKindIT {
    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    /// Of the request that was sent last.
    private List<String> dropped = List.of();

    @Test
    void openAiGetsNeitherTemplateKwargsNorTopKNorReasoning() throws Exception {
        JsonNode sent = sent("kind-openai");

        assertThat(sent.has("chat_template_kwargs")).isFalse();
        assertThat(sent.has("top_k")).isFalse();
        assertThat(sent.has("thinking")).isFalse();
        assertThat(sent.toString()).doesNotContain("because");
    }

    @Test
    void zaiGetsThinkingInItsOwnWords() throws Exception {
        JsonNode sent = sent("kind-zai");

        assertThat(sent.at("/thinking/type").asText()).isEqualTo("enabled");
        assertThat(sent.at("/thinking/clear_thinking").isBoolean()).isTrue();
        assertThat(sent.at("/thinking/clear_thinking").booleanValue()).isFalse();
        assertThat(sent.has("chat_template_kwargs")).isFalse();
        assertThat(sent.toString()).contains("\"reasoning_content\":\"because\"");
    }

    @Test
    void anUnknownServerGetsWhatOpenServersUnderstandAndIsAskedWhatItIs() throws Exception {
        backend.answer("/v1/models", (_, socket) -> socket.json("{\"data\":[{\"id\":\"m\",\"owned_by\":\"vllm\"}]}"));

        JsonNode first = sent("kind-auto");

        assertThat(first.at("/chat_template_kwargs/enable_thinking").booleanValue())
                .isTrue();
        assertThat(first.path("top_k").asInt()).isEqualTo(5);
        assertThat(backend.take("/v1/models").target()).isEqualTo("/v1/models");
    }

    @Test
    void whatTheRulesTakeOutIsNamed() throws Exception {
        sent("kind-openai");
        assertThat(dropped).contains("/thinking/type", "/thinking/clear_thinking", "/top_k");

        sent("kind-zai");
        assertThat(dropped).doesNotContain("/thinking/type", "/thinking/clear_thinking", "/top_k");
    }

    @Test
    void aClientOfTheDialectIsSparedWhatIsRefused() throws Exception {
        String model = model();
        String body =
                ("{\"model\":\"%s\", \"chat_template_kwargs\":{\"enable_thinking\":false}, \"top_k\":5,\"messages\":"
                                + "[{\"role\":\"user\",\"content\":\"a\"},{\"role\":\"system\",\"content\":\"b\"}]}")
                        .formatted(model);

        ProxiedRun strict = ProxiedRun.open(service, "kind-openai");
        strict.post(ProxiedRun.CHAT, body);
        JsonNode spared = backend.take(model).json();
        assertThat(spared.has("chat_template_kwargs") || spared.has("top_k")).isFalse();
        assertThat(spared.at("/messages/1/role").asText()).isEqualTo("system");
        assertThat(strict.exchange(1).path("dropped").toString()).isEqualTo("[\"/chat_template_kwargs\",\"/top_k\"]");

        ProxiedRun.open(service, "kind-zai").post(ProxiedRun.CHAT, body);
        JsonNode renamed = backend.take(model).json();
        assertThat(renamed.at("/thinking/type").asText()).isEqualTo("disabled");
        assertThat(renamed.has("chat_template_kwargs")).isFalse();
        assertThat(renamed.path("top_k").asInt()).isEqualTo(5);

        for (String name : new String[] {"kind-vllm", "plain"}) {
            ProxiedRun.open(service, name).post(ProxiedRun.CHAT, body);
            assertThat(backend.take(model).text()).isEqualTo(body);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {ProxiedRun.CHAT, ProxiedRun.MESSAGES, ProxiedRun.RESPONSES})
    void whatAModelFixesIsLeftOutByTheNameThatTheBackendGets(String path) throws Exception {
        backend.answer("kimi-k2.6", ProxyKindIT::hi);
        String body = ProxiedRun.body(path, "alias-kimi", false).replaceFirst("\\{", "{\"temperature\":0.3,");

        HttpResponse<String> answer = new DialectHttpClient(service).post(path, body);

        assertThat(answer.headers().firstValue("x-throughline-dropped").orElse(""))
                .contains("/temperature");
        assertThat(backend.take("kimi-k2.6").json().has("temperature")).isFalse();
    }

    @Test
    void severalChoicesOfAModelThatReturnsOneAreRefused() throws Exception {
        String body = ProxiedRun.body(ProxiedRun.CHAT, "alias-kimi", false).replaceFirst("\\{", "{\"n\":2,");

        String message =
                ProxiedRun.refusal(400, ProxiedRun.CHAT, new DialectHttpClient(service).post(ProxiedRun.CHAT, body));

        assertThat(message).contains("/n", "this model");
    }

    @Test
    void laterSystemMessagesAreFoldedWhereATemplateMayRefuseThem() throws Exception {
        String model = model();
        String body = """
                {"model":"%s","stream":false,"instructions":"one","input":[{"role":"developer","content":"two"},\
                {"role":"user","content":"three"},{"role":"developer","content":"four"}]}""".formatted(model);

        ProxiedRun.open(service, "kind-vllm").post(ProxiedRun.RESPONSES, body);
        JsonNode folded = backend.take(model).json().path("messages");
        assertThat(folded.findValuesAsText("role")).containsExactly("system", "user");
        assertThat(folded.findValuesAsText("content")).containsExactly("one\n\ntwo", "three\n\nfour");

        ProxiedRun.open(service, "kind-zai").post(ProxiedRun.RESPONSES, body);
        assertThat(backend.take(model).json().path("messages").findValuesAsText("role"))
                .containsExactly("system", "system", "user", "system");
    }

    @Test
    void usageOfAStreamIsAskedForWhereItMustBe() throws Exception {
        String model = model();
        String body = ProxiedRun.body(ProxiedRun.MESSAGES, model, true);

        ProxiedRun.open(service, "kind-zai").post(ProxiedRun.MESSAGES, body);
        assertThat(backend.take(model).json().has("stream_options")).isFalse();

        ProxiedRun.open(service, "kind-vllm").post(ProxiedRun.MESSAGES, body);
        assertThat(backend.take(model)
                        .json()
                        .at("/stream_options/include_usage")
                        .booleanValue())
                .isTrue();
    }

    private String model() {
        return backend.model(ProxyKindIT::hi);
    }

    private static void hi(ReceivedRequest request, BackendSocket socket) throws IOException {
        socket.json("{\"id\":\"x\",\"choices\":[{\"index\":0,\"message\":"
                + "{\"role\":\"assistant\",\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}");
    }

    private JsonNode sent(String name) throws Exception {
        String model = model();
        ProxiedRun run = ProxiedRun.open(service, name);
        run.post(ProxiedRun.MESSAGES, """
                {"model":"%s","max_tokens":100,"top_k":5,"thinking":{"type":"enabled","budget_tokens":50,\
                "clear_thinking":false},"messages":[{"role":"user","content":"a"},{"role":"assistant","content":\
                [{"type":"thinking","thinking":"because","signature":"s"},{"type":"text","text":"b"}]},\
                {"role":"user","content":"c"}]}""".formatted(model));
        dropped = new ArrayList<>();
        run.exchange(1).path("dropped").forEach(pointer -> dropped.add(pointer.asText()));
        return DialectHttpClient.JSON.readTree(backend.take(model).text());
    }
}
