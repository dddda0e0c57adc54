package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.throughline.testing.LossReceiver;
import dev.throughline.testing.ProxyProfile;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Losses of live traffic are posted to the address of the settings.
@QuarkusTest
@TestProfile(ProxyProfile.class)
class LossWebhookIT {
    private static final String LIVE = "/stub/v1/chat/completions";

    @TestHTTPResource("/")
    URI service;

    LossReceiver receiver;

    @Test
    void theFirstRequestOfALiveRunThatLostReasoningIsPostedWithoutText() throws Exception {
        HttpResponse<String> losing = lose(LIVE, "hook-loses/1.2.3");
        lose(LIVE, "hook-loses/1.2.3");
        lose(LIVE, "hook-later/1.0");

        assertThat(receiver.await("unknown:hook-later")).hasSize(1);
        List<JsonNode> posts = receiver.of("unknown:hook-loses");
        assertThat(posts).as("posts of a client that lost reasoning twice").hasSize(1);
        String run = losing.headers().firstValue("x-throughline-run").orElseThrow();
        JsonNode loss = posts.getFirst().at("/losses/0");
        assertThat(loss.path("version").asText()).isEqualTo("1.2.3");
        assertThat(loss.path("dialect").asText()).isEqualTo("openai-chat");
        assertThat(loss.path("run").asText()).isEqualTo(run);
        assertThat(loss.path("exchange").asInt()).isEqualTo(2);
        assertThat(loss.path("loss").asText()).isEqualTo("missing; turns=1");
        assertThat(posts.getFirst().path("text").asText())
                .startsWith("unknown:hook-loses 1.2.3: reasoning missing; turns=1: ")
                .endsWith("/runs/" + run + "/exchanges/2");
        assertThat(posts.getFirst().toString()).doesNotContain("THINK", "Hello", "And then");
        String page = loss.path("page").asText();
        assertThat(new DialectHttpClient(URI.create(page))
                        .get("", "accept", "text/html")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void aRunWithAnIdIsNotPosted() throws Exception {
        var client = new DialectHttpClient(service);
        String run = DialectHttpClient.json(client.post("/api/v1/runs", "{}"))
                .path("id")
                .asText();

        lose("/r/" + run + "/v1/chat/completions", "hook-checked/1.0");
        lose(LIVE, "hook-after/1.0");

        assertThat(receiver.await("hook-after")).hasSize(1);
        assertThat(receiver.of("hook-checked")).isEmpty();
    }

    @Test
    void whatTheReceiverRefusesIsPostedAgain() throws Exception {
        receiver.refuse(1);

        lose(LIVE, "hook-refused/1.0");

        assertThat(receiver.await("hook-refused")).hasSize(1);
    }

    /// Answers an answer without its reasoning.
    /// @return the answer to the request that lost it
    private HttpResponse<String> lose(String path, String agent) throws Exception {
        var client = new DialectHttpClient(service);
        String question = "Hello, " + System.nanoTime();
        JsonNode first = DialectHttpClient.json(
                client.post(path, DialectHttpClient.chat(false).replace("Hello", question), "user-agent", agent));
        ArrayNode messages = DialectHttpClient.JSON.createArrayNode();
        messages.addObject().put("role", "user").put("content", question);
        messages.addObject().put("role", "assistant").set("content", first.at("/choices/0/message/content"));
        messages.addObject().put("role", "user").put("content", "And then?");
        HttpResponse<String> answer =
                client.post(path, "{\"model\":\"glm-4.7\",\"messages\":" + messages + "}", "user-agent", agent);
        assertThat(answer.headers().firstValue("x-throughline-preservation").orElse("missing"))
                .startsWith("missing");
        return answer;
    }
}
