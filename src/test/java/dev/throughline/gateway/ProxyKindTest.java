package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A request translated into chat holds nothing that its kind of backend refuses.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyKindTest {
    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

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

    private JsonNode sent(String name) throws Exception {
        String model = backend.model((_, socket) -> socket.json("{\"id\":\"x\",\"choices\":[{\"index\":0,\"message\":"
                + "{\"role\":\"assistant\",\"content\":\"Hi\"},\"finish_reason\":\"stop\"}]}"));
        Proxied.open(service, name).post(Proxied.MESSAGES, """
                {"model":"%s","max_tokens":100,"top_k":5,"thinking":{"type":"enabled","budget_tokens":50,\
                "clear_thinking":false},"messages":[{"role":"user","content":"a"},{"role":"assistant","content":\
                [{"type":"thinking","thinking":"because","signature":"s"},{"type":"text","text":"b"}]},\
                {"role":"user","content":"c"}]}""".formatted(model));
        return Asking.JSON.readTree(backend.take(model).text());
    }
}
