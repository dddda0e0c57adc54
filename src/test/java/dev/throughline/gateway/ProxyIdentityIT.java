package dev.throughline.gateway;

import dev.throughline.testing.BackendSocket;
import dev.throughline.testing.ProxyProfile;
import dev.throughline.testing.ReceivedRequest;
import dev.throughline.testing.ScriptedBackend;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Where client and backend speak one dialect and nothing is filtered, every byte arrives as it was sent.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class ProxyIdentityIT {
    private static final String CHAT_STREAM = """
            : welcome\r
            \r
            event: odd\r
            data: {"unknown": "event"}\r
            \r
            id: 7
            data:{"id":"x","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}],"vendor":{"a":[1,2]}}

            data: { "id" : "x", "choices" : [ { "index" : 0, "delta" : { "content" : "\\u00e4\\ud83d\\ude00 \\/ \\u003c" , "new_field":{"deep":1} }, "finish_reason" : null } ] }

            data: {"id":"x","choices":[{"index":1,"delta":{"content":"other choice"},"finish_reason":null}]}

            data: {"id":"x","choices":[{"index":0,"delta":{"content":"ö😀"},"logprobs":{"content":[{"token":"ö","logprob":-0.10,"bytes":[195,182]}]},"finish_reason":null}]}

            data: {"id":"x","choices":[{"index":0,"delta":{"reasoning":"hm","reasoning_content":"hm"},"finish_reason":null}]}

            retry: 100

            data: {"id":"x","choices":[{"index":1,"delta":{},"finish_reason":"stop"}]}

            data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}

            data: {"id":"x","choices":[],"usage":{"prompt_tokens":10,"completion_tokens":5,"total_tokens":15,"vendor_cost":0.00010}}

            : bye

            data: [DONE]

            """;
    private static final String ANTHROPIC_STREAM = """
            event: message_start
            data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":3,"output_tokens":1,"service_tier":"x"}}}

            event: ping
            data: {"type": "ping"}

            event: content_block_start
            data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"\\u0068m"}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":0}

            event: content_block_start
            data: {"type":"content_block_start","index":1,"content_block":{"type":"server_tool_use","id":"srv_1","name":"web_search","input":{}}}

            event: content_block_stop
            data: {"type":"content_block_stop","index":1}

            event: content_block_start
            data: {"type":"content_block_start","index":2,"content_block":{"type":"text","text":""}}

            event: content_block_delta
            data: {"type":"content_block_delta","index":2,"delta":{"type":"text_delta","text":"Hallo"},"extra":true}

            event: content_block_stop
            data: {"type":"content_block_stop","index":2}

            event: brand_new
            data: {"type":"brand_new","x":1}

            event: message_delta
            data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":9},"context_management":{"applied_edits":[]}}

            event: message_stop
            data: {"type":"message_stop"}

            """;
    private static final String RESPONSES_STREAM = """
            event: response.created
            data: {"type":"response.created","sequence_number":0,"response":{"id":"resp_1","object":"response","status":"in_progress","model":"m","output":[],"vendor":1}}

            event: response.output_item.added
            data: {"type":"response.output_item.added","sequence_number":1,"output_index":0,"item":{"id":"msg_1","type":"message","status":"in_progress","role":"assistant","content":[]}}

            event: response.content_part.added
            data: {"type":"response.content_part.added","sequence_number":2,"item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[]}}

            event: response.output_text.delta
            data: {"type":"response.output_text.delta","sequence_number":3,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"Hallo","logprobs":[],"obfuscation":"abc"}

            event: response.unheard_of
            data: {"type":"response.unheard_of","sequence_number":4}

            event: response.output_text.done
            data: {"type":"response.output_text.done","sequence_number":5,"item_id":"msg_1","output_index":0,"content_index":0,"text":"Hallo"}

            event: response.content_part.done
            data: {"type":"response.content_part.done","sequence_number":6,"item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":"Hallo","annotations":[]}}

            event: response.output_item.done
            data: {"type":"response.output_item.done","sequence_number":7,"output_index":0,"item":{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Hallo","annotations":[]}]}}

            event: response.completed
            data: {"type":"response.completed","sequence_number":8,"response":{"id":"resp_1","object":"response","status":"completed","model":"m","output":[{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Hallo","annotations":[]}]}],"usage":{"input_tokens":3,"output_tokens":4,"total_tokens":7}}}

            """;
    private static final String CHAT_BODY = """
            { "id":"x", "vendor" : 1.50, "choices":[{"index":0,"message":{"role":"assistant","content":"\\u00e4","annotations":[]},"logprobs":null,"finish_reason":"stop"},
              {"index":1,"message":{"role":"assistant","content":"other"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2} }
            """;
    private static final String ANTHROPIC_BODY = """
            {"id":"msg_1","type":"message","role":"assistant","model":"m",  "content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"brand_new","x":1},{"type":"text","text":"Hallo","citations":null}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":2},"container":null}""";
    private static final String RESPONSES_BODY = """
            {"id":"resp_1","object":"response","status":"completed","model":"m", "output":[{"id":"msg_1","type":"message","status":"completed","role":"assistant","content":[{"type":"output_text","text":"Hallo","annotations":[]}]}],"usage":{"input_tokens":3,"output_tokens":4,"total_tokens":7},"vendor":[ ]}""";

    @TestHTTPResource("/")
    URI service;

    ScriptedBackend backend;

    @ParameterizedTest
    @CsvSource({"plain,/v1/chat/completions", "anthropic,/v1/messages", "responses,/v1/responses"})
    void aStreamArrivesByteForByte(String name, String path) throws Exception {
        String sent = stream(path);
        String model = backend.model((_, socket) -> {
            socket.stream();
            socket.chunk(sent).end();
        });

        HttpResponse<String> answer = ProxiedRun.open(service, name).stream(path, model);

        assertThat(answer.body()).isEqualTo(sent);
        assertThat(answer.headers().firstValue("content-type").orElseThrow()).startsWith("text/event-stream");
    }

    @ParameterizedTest
    @CsvSource({"plain,/v1/chat/completions", "anthropic,/v1/messages", "responses,/v1/responses"})
    void aStreamCutAtEveryByteArrivesByteForByte(String name, String path) throws Exception {
        String sent = stream(path);
        String model = backend.model((_, socket) -> {
            socket.stream();
            for (byte one : sent.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
                socket.chunk(new byte[] {one});
            }
            socket.end();
        });

        assertThat(ProxiedRun.open(service, name).stream(path, model).body()).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({"plain,/v1/chat/completions", "anthropic,/v1/messages", "responses,/v1/responses"})
    void aBodyArrivesByteForByte(String name, String path) throws Exception {
        String sent = path.contains("chat") ? CHAT_BODY : path.contains("messages") ? ANTHROPIC_BODY : RESPONSES_BODY;
        String model = backend.model((_, socket) -> socket.json(sent));

        assertThat(ProxiedRun.open(service, name).whole(path, model).body()).isEqualTo(sent);
    }

    @ParameterizedTest
    @CsvSource({
        "plain,/v1/chat/completions",
        "anthropic,/v1/messages",
        "responses,/v1/responses",
        "glm,/v1/chat/completions"
    })
    void aRequestReachesTheBackendByteForByte(String name, String path) throws Exception {
        String model = backend.model((_, socket) -> socket.whole(400, "{}"));
        String body = ProxiedRun.body(path, model, true)
                .replace("{\"", "{ \"unknown\\u0020field\" : [1.50, null , {\"a\":\"\\/ü\"}],\n\t\"");

        ProxiedRun.open(service, name).post(path, body);

        ReceivedRequest receivedRequest = backend.take(model);
        assertThat(receivedRequest.text()).isEqualTo(body);
        assertThat(receivedRequest.target()).isEqualTo(path);
        assertThat(receivedRequest.method()).isEqualTo("POST");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "plain|/v1/chat/completions|{\"error\": {\"message\":\"slow down\",\"type\":\"rate\",\"vendor\":1}}",
                "responses|/v1/responses|{\"error\": {\"message\":\"slow down\",\"type\":\"rate\",\"code\":null}}",
                "anthropic|/v1/messages|{\"type\":\"error\", \"error\":{\"type\":\"rate\",\"message\":\"slow\"},\"x\":1}"
            })
    void aRefusalArrivesAsItCame(String name, String path, String error) throws Exception {
        String model = backend.model((_, socket) -> socket.whole(
                429,
                error,
                "content-type: application/json",
                "Retry-After: 17",
                "x-ratelimit-remaining-requests: 0",
                "anthropic-ratelimit-tokens-limit: 5",
                "set-cookie: a=b",
                "x-request-id: theirs"));

        HttpResponse<String> answer = ProxiedRun.open(service, name).stream(path, model);

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.body()).isEqualTo(error);
        assertThat(answer.headers().allValues("retry-after")).isEqualTo(List.of("17"));
        assertThat(answer.headers().firstValue("x-ratelimit-remaining-requests"))
                .contains("0");
        assertThat(answer.headers().firstValue("anthropic-ratelimit-tokens-limit"))
                .contains("5");
        assertThat(answer.headers().firstValue("x-throughline-backend-request-id"))
                .contains("theirs");
        assertThat(answer.headers().map()).doesNotContainKey("set-cookie");
    }

    @ParameterizedTest
    @CsvSource({"plain,/v1/chat/completions", "anthropic,/v1/messages", "responses,/v1/responses"})
    void aPageInsteadOfAnErrorBecomesTheDialectsError(String name, String path) throws Exception {
        String model = backend.model(
                (_, socket) -> socket.whole(503, "<html><h1>Down</h1></html>", "content-type: text/html"));

        HttpResponse<String> answer = ProxiedRun.open(service, name).stream(path, model);

        assertThat(ProxiedRun.refusal(503, path, answer)).contains("503").doesNotContain("<h1>");
    }

    @Test
    void aDateInRetryAfterArrivesAsItCame() throws Exception {
        String date = "Wed, 21 Oct 2099 07:28:00 GMT";
        String model = backend.model((_, socket) -> socket.whole(
                503, "{\"error\":{\"message\":\"later\"}}", "content-type: application/json", "Retry-After: " + date));

        assertThat(ProxiedRun.open(service, "plain")
                        .whole(ProxiedRun.CHAT, model)
                        .headers()
                        .firstValue("retry-after"))
                .contains(date);
    }

    @Test
    void aBackendAnswersUnderItsNameAndReportsItsRun() throws Exception {
        String model = backend.model((_, socket) -> socket.json(CHAT_BODY));

        HttpResponse<String> answer = new DialectHttpClient(service)
                .post("/proxy/plain" + ProxiedRun.CHAT, ProxiedRun.body(ProxiedRun.CHAT, model, false));

        assertThat(answer.body()).isEqualTo(CHAT_BODY);
        assertThat(answer.headers().firstValue("x-throughline-run").orElse("")).isNotEmpty();
        assertThat(answer.headers().firstValueAsLong("x-throughline-exchange").orElse(0))
                .isPositive();
        assertThat(answer.headers()
                        .firstValueAsLong("x-throughline-overhead-us")
                        .orElse(-1))
                .isBetween(0L, 20_000_000L);
    }

    @Test
    void aStreamWithoutAContentTypeIsReadAsOne() throws Exception {
        String model = backend.model((_, socket) -> {
            BackendSocket open = socket.head(200);
            open.chunk(CHAT_STREAM).end();
        });

        assertThat(ProxiedRun.open(service, "plain").stream(ProxiedRun.CHAT, model)
                        .body())
                .isEqualTo(CHAT_STREAM);
    }

    private static String stream(String path) {
        if (path.contains("chat")) {
            return CHAT_STREAM;
        }
        return path.contains("messages") ? ANTHROPIC_STREAM : RESPONSES_STREAM;
    }
}
