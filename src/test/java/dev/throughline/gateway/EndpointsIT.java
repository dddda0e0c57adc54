package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.stub.Scenario;
import dev.throughline.testing.PostgresResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class EndpointsIT {
    @TestHTTPResource("/")
    URI service;

    @Inject
    RecordedRun recordedRun;

    static Stream<Arguments> addresses() {
        return Stream.of("", "/v1", "/stub", "/stub/v1", "/r/RUN", "/r/RUN/v1")
                .flatMap(base -> Stream.of("/chat/completions", "/messages", "/responses")
                        .flatMap(path -> Stream.of(true, false).map(stream -> Arguments.of(base, path, stream))));
    }

    @ParameterizedTest(name = "{0}{1} stream={2}")
    @MethodSource("addresses")
    void answersEveryDialectOnEveryBaseUrl(String base, String path, boolean stream) throws Throwable {
        String here = base.contains("RUN") ? base.replace("RUN", recordedRun.run(Scenario.CHAT)) : base;

        HttpResponse<String> answer = dialectHttpClient().post(here + path, DialectHttpClient.bodyFor(path, stream));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.headers().firstValue("content-type").orElseThrow())
                .startsWith(stream ? "text/event-stream" : "application/json");
        assertThat(answer.headers().map())
                .containsKeys("x-throughline-run", "x-throughline-exchange", "x-request-id", "request-id");
        assertThat(answer.headers().firstValue("cache-control")).contains("no-cache");
        assertThat(answer.headers().firstValue("x-accel-buffering")).contains("no");
        assertThat(stream ? DialectHttpClient.said(answer.body()) : answer.body())
                .contains("[THINK-")
                .contains("[CONTENT-");
        assertThat(answer.body()).contains("glm-4.7");
        assertThat(answer.body()).contains(stream ? endMarker(path) : "\"model\"");
    }

    private static String endMarker(String path) {
        return switch (path) {
            case "/messages" -> "event: message_stop";
            case "/responses" -> "event: response.completed";
            default -> "data: [DONE]";
        };
    }

    @Test
    void toleratesAQueryAfterMessages() throws Throwable {
        assertThat(dialectHttpClient()
                        .post("/v1/messages?beta=true", DialectHttpClient.messages(false))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void acceptsJsonWithoutAContentType() throws Throwable {
        assertThat(dialectHttpClient()
                        .post("/v1/chat/completions", DialectHttpClient.chat(false))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void listsModelsInTheShapeOfTheClient() throws Throwable {
        JsonNode openai = DialectHttpClient.json(dialectHttpClient().get("/v1/models"));
        JsonNode anthropic =
                DialectHttpClient.json(dialectHttpClient().get("/v1/models", "anthropic-version", "2023-06-01"));

        assertThat(openai.path("object").asText()).isEqualTo("list");
        assertThat(openai.at("/data/0/object").asText()).isEqualTo("model");
        assertThat(anthropic.at("/data/0/type").asText()).isEqualTo("model");
        assertThat(anthropic.has("has_more")).isTrue();
    }

    @Test
    void describesAnyModel() throws Throwable {
        JsonNode model = DialectHttpClient.json(dialectHttpClient().get("/v1/models/z-ai/glm-4.6"));

        assertThat(model.path("id").asText()).isEqualTo("z-ai/glm-4.6");
    }

    @Test
    void countsTokensRoughlyAndWithoutExpectingAnything() throws Throwable {
        String run = recordedRun.run(Scenario.TOOLS);
        HttpResponse<String> answer = dialectHttpClient()
                .post(
                        "/r/" + run + "/v1/messages/count_tokens",
                        "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(DialectHttpClient.json(answer).path("input_tokens").asInt()).isPositive();
        assertThat(recordedRun.exchanges(run)).singleElement().satisfies(exchange -> {
            assertThat(exchange.trace().facts().kind()).isEqualTo(dev.throughline.trace.RequestKind.COUNT);
            assertThat(exchange.trace().items()).isEmpty();
        });
    }

    @Test
    void greetsAtTheBaseItself() throws Throwable {
        assertThat(dialectHttpClient()
                        .send("HEAD", "/", BodyPublishers.noBody())
                        .statusCode())
                .isEqualTo(200);
        assertThat(dialectHttpClient().get("/stub").statusCode()).isEqualTo(200);
    }

    @Test
    void resetSealsTheRunAndOpensAnotherBehindTheSameUrl() throws Throwable {
        String run = recordedRun.run(Scenario.CHAT);

        JsonNode reset = DialectHttpClient.json(dialectHttpClient().post("/r/" + run + "/v1/reset", ""));
        HttpResponse<String> answer =
                dialectHttpClient().post("/r/" + run + "/v1/chat/completions", DialectHttpClient.chat(false));

        assertThat(reset.path("sealed").asText()).isEqualTo(run);
        assertThat(reset.path("run").asText()).isNotEqualTo(run).isNotEmpty();
        assertThat(answer.headers().firstValue("x-throughline-run"))
                .contains(reset.path("run").asText());
    }

    @Test
    void reportsInconclusiveBeforeAnythingCameBack() throws Throwable {
        String run = recordedRun.run(Scenario.CHAT);
        dialectHttpClient().post("/r/" + run + "/v1/chat/completions", DialectHttpClient.chat(false));

        JsonNode report = DialectHttpClient.json(dialectHttpClient().get("/r/" + run + "/v1/validation_report"));

        assertThat(report.path("run").asText()).isEqualTo(run);
        assertThat(report.path("assessment").asText()).startsWith("INCONCLUSIVE:");
        assertThat(report.path("total").asInt()).isZero();
    }

    @Test
    void wrapsOrDropsReasoningByHeader() throws Throwable {
        String path = "/r/" + recordedRun.run(Scenario.CHAT) + "/v1/chat/completions";

        JsonNode wrapped = DialectHttpClient.json(
                dialectHttpClient().post(path, DialectHttpClient.chat(false), "x-include-thinking", "true"));
        JsonNode dropped = DialectHttpClient.json(
                dialectHttpClient().post(path, DialectHttpClient.chat(false), "x-include-thinking", "false"));

        JsonNode message = wrapped.at("/choices/0/message");
        assertThat(message.path("content").asText())
                .startsWith("<think>")
                .contains("</think>")
                .contains("[THINK-");
        assertThat(message.has("reasoning_content")).isFalse();
        assertThat(dropped.toString()).doesNotContain("[THINK-").contains("[CONTENT-");
    }

    @Test
    void leavesOtherPathsToTheApi() throws Throwable {
        for (String path : List.of("/q/health", "/openapi")) {
            assertThat(dialectHttpClient().get(path).statusCode()).as(path).isEqualTo(200);
        }
    }

    private DialectHttpClient dialectHttpClient() {
        return new DialectHttpClient(service);
    }
}
