package dev.throughline.gateway;

import dev.throughline.testing.OtlpSink;
import dev.throughline.testing.OtlpSpan;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The spans received by a collector after conversations with the stub and with a backend.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class SpansIT {
    private static final String ANSWER = """
            {"id":"x","object":"chat.completion","model":"scripted-exact","choices":[{"index":0,"finish_reason":"stop",\
            "message":{"role":"assistant","content":"answer-secret"}}],\
            "usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15}}""";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;
    OtlpSink collector;

    @Test
    void aProxiedExchangeIsARequestAndAnInferenceInTheClientsTrace() throws Exception {
        String model = backend.model((_, socket) -> socket.json(ANSWER));
        String trace = "0af7651916cd43dd8448eb211c80319c";

        ProxiedRun.open(service, "plain")
                .post(
                        ProxiedRun.CHAT,
                        ProxiedRun.body(ProxiedRun.CHAT, model, false),
                        "traceparent",
                        "00-" + trace + "-b7ad6b7169203331-01");

        List<OtlpSpan> spans = collector.await(trace, 2);
        OtlpSpan request = only(spans, 2);
        assertThat(request.name()).isEqualTo("POST /r/{run}/v1/chat/completions");
        assertThat(request.parent()).isEqualTo("b7ad6b7169203331");
        assertThat(request.attributes())
                .containsEntry("http.route", "/r/{run}/v1/chat/completions")
                .containsEntry("http.response.status_code", "200")
                .containsEntry("throughline.outcome", "completed")
                .containsEntry("throughline.preservation", "n/a");
        OtlpSpan inference = only(spans, 3);
        assertThat(inference.name()).isEqualTo("chat " + model);
        assertThat(inference.parent()).isEqualTo(request.id());
        assertThat(inference.status()).isZero();
        assertThat(inference.attributes())
                .containsEntry("gen_ai.operation.name", "chat")
                .containsEntry("gen_ai.provider.name", "openai")
                .containsEntry("gen_ai.request.model", model)
                .containsEntry("gen_ai.response.model", "scripted-exact")
                .containsEntry("gen_ai.response.finish_reasons", "stop")
                .containsEntry("gen_ai.usage.input_tokens", "10")
                .containsEntry("gen_ai.usage.output_tokens", "5")
                .containsEntry("server.address", "127.0.0.1")
                .containsEntry("throughline.backend", "plain")
                .doesNotContainKey("error.type");
        assertThat(backend.take(model).header("traceparent"))
                .containsExactly("00-" + trace + "-" + inference.id() + "-01");
    }

    @Test
    void theStubsAnswerIsAnInferenceOfItsOwnProcess() throws Exception {
        String trace = "1af7651916cd43dd8448eb211c80319c";

        new DialectHttpClient(service)
                .post(
                        "/stub/v1/messages",
                        DialectHttpClient.messages(true),
                        "traceparent",
                        "00-" + trace + "-b7ad6b7169203331-01");

        List<OtlpSpan> spans = collector.await(trace, 2);
        assertThat(only(spans, 2).name()).isEqualTo("POST /stub/v1/messages");
        OtlpSpan inference = only(spans, 1);
        assertThat(inference.name()).isEqualTo("chat glm-4.7");
        assertThat(inference.attributes())
                .containsEntry("gen_ai.provider.name", "throughline")
                .containsEntry("gen_ai.request.stream", "true")
                .containsKey("gen_ai.response.time_to_first_chunk");
    }

    @Test
    void aFailureOfTheBackendIsAnErrorWithItsKind() throws Exception {
        String trace = "2af7651916cd43dd8448eb211c80319c";

        ProxiedRun.open(service, "gone")
                .post(
                        ProxiedRun.MESSAGES,
                        ProxiedRun.body(ProxiedRun.MESSAGES, "any", true),
                        "traceparent",
                        "00-" + trace + "-b7ad6b7169203331-01");

        List<OtlpSpan> spans = collector.await(trace, 2);
        assertThat(only(spans, 3).status()).isEqualTo(2);
        assertThat(only(spans, 3).attributes()).containsEntry("error.type", "backend");
        assertThat(only(spans, 2).attributes()).containsEntry("throughline.outcome", "failed");
    }

    @Test
    void spansHoldNoTextNoKeyAndNoRun() throws Exception {
        String model = backend.model((_, socket) -> socket.json(ANSWER));
        String trace = "3af7651916cd43dd8448eb211c80319c";
        ProxiedRun client = ProxiedRun.open(service, "plain");

        client.post(
                ProxiedRun.CHAT + "?key=query-secret",
                ProxiedRun.body(ProxiedRun.CHAT, model, false)
                        .replace("Hello", "prompt-secret")
                        .replace(
                                "{\"model\"",
                                "{\"api_key\":\"body-secret\",\"tools\":[{\"type\":\"mcp\",\"authorization\":"
                                        + "\"tool-secret\",\"headers\":{\"x-key\":\"header-secret\"}}],\"model\""),
                "traceparent",
                "00-" + trace + "-b7ad6b7169203331-01",
                "authorization",
                "Bearer key-secret",
                "x-api-key",
                "other-secret",
                "cookie",
                "session=cookie-secret",
                "x-session-id",
                "session-secret");

        assertThat(collector.await(trace, 2)).hasSize(2);
        assertThat(collector.everything())
                .doesNotContain("secret")
                .doesNotContain(client.run().id());
    }

    private static OtlpSpan only(List<OtlpSpan> spans, long kind) {
        assertThat(spans).filteredOn(span -> span.kind() == kind).hasSize(1);
        return spans.stream().filter(span -> span.kind() == kind).findFirst().orElseThrow();
    }
}
