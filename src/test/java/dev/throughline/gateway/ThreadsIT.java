package dev.throughline.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.stub.Scenario;
import dev.throughline.testing.PostgresResource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Anthropic requests that name the answer they continue and send only what is new.
@QuarkusTest
@QuarkusTestResource(PostgresResource.class)
class ThreadsIT {
    private static final String MESSAGES = "/v1/messages";

    @TestHTTPResource("/")
    URI service;

    @Inject
    RecordedRun recordedRun;

    @Test
    void countsWhatANamedAnswerHeldAsReturned() throws Throwable {
        String run = "/r/" + recordedRun.run(Scenario.TOOLS);
        ObjectNode body = (ObjectNode) DialectHttpClient.JSON.readTree(DialectHttpClient.messages(false));
        body.putArray("tools")
                .addObject()
                .put("name", "look")
                .putObject("input_schema")
                .put("type", "object")
                .putObject("properties")
                .putObject("path")
                .put("type", "string");
        JsonNode first = answer(run, body);
        JsonNode call = first.path("content")
                .valueStream()
                .filter(block -> block.path("type").asText().equals("tool_use"))
                .findFirst()
                .orElseThrow();
        body.putArray("messages")
                .addObject()
                .put("role", "user")
                .putArray("content")
                .addObject()
                .put("type", "tool_result")
                .put("tool_use_id", call.path("id").asText())
                .put("content", "done");
        body.putObject("thread")
                .put("type", "continue")
                .put("previous_message_id", first.path("id").asText());

        answer(run, body);

        JsonNode report = DialectHttpClient.json(new DialectHttpClient(service).get(run + "/v1/validation_report"));
        assertThat(report.at("/capabilities/THINK/withinTurn").asText()).isEqualTo("PRESERVED");
    }

    @Test
    void refusesAnUnknownAnswerInTheWordsThatMakeTheSdkSendItsHistory() throws Throwable {
        ObjectNode body = (ObjectNode) DialectHttpClient.JSON.readTree(DialectHttpClient.messages(false));
        body.putObject("thread").put("type", "continue").put("previous_message_id", "msg_01NoSuch");

        HttpResponse<String> answer =
                new DialectHttpClient(service).post("/r/" + recordedRun.run(Scenario.CHAT) + MESSAGES, body.toString());

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(DialectHttpClient.json(answer).at("/error/type").asText()).isEqualTo("not_found_error");
        assertThat(DialectHttpClient.json(answer)
                        .at("/error/details/error_code")
                        .asText())
                .isEqualTo("thread_not_found");
    }

    private JsonNode answer(String run, ObjectNode body) throws Throwable {
        return DialectHttpClient.json(new DialectHttpClient(service).post(run + MESSAGES, body.toString()));
    }
}
