package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.throughline.testing.TestHttpClient;
import dev.throughline.testing.TestRun;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What the document says that responses always have is in the responses that are sent.
@QuarkusTest
class ResponseFormsIT {
    @TestHTTPResource
    URI service;

    @Test
    void whatIsRequiredIsInEveryResponse() throws Exception {
        TestHttpClient client = TestHttpClient.underTest();
        JsonNode document = client.get("/openapi?format=json").json();
        TestRun faithful = converse("forms-keeps", true);
        TestRun careless = converse("forms-loses", false);
        String cell = client.get("/api/v1/matrix?client=forms-loses")
                .json()
                .at("/cells/0/id")
                .asText();
        String difference = "/api/v1/matrix/diff?from=forms-keeps@1.0.0&to=forms-loses@1.0.0";
        Map<String, JsonNode> answered = new TreeMap<>();
        for (TestRun run : List.of(faithful, careless)) {
            for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
                String address = path.getKey()
                        .replace("{run}", run.id())
                        .replace("{number}", "3")
                        .replace("{cell}", cell)
                        .replace("{product}", "opencode")
                        .replace("{capability}", "THINK")
                        .replace("{template}", "glm-4.7");
                JsonNode schema = path.getValue().at("/get/responses/200/content/application~1json/schema");
                if (schema.isMissingNode() || address.endsWith("/events")) {
                    continue;
                }
                String asked = switch (path.getKey()) {
                    case "/api/v1/matrix/diff" -> difference;
                    case "/api/v1/can-i-use" -> address + "?client=opencode&version=1.1.34";
                    case "/api/v1/matrix/ranges" -> address + "?client=opencode";
                    default -> address;
                };
                var answer = client.get(asked, "accept", "application/json");
                if (answer.status() == 200) {
                    answered.put(path.getKey(), answer.json());
                    assertThat(missing(document, schema, answer.json(), path.getKey()))
                            .as(asked)
                            .isEmpty();
                }
            }
        }

        assertThat(answered).hasSizeGreaterThan(15);
    }

    private TestRun converse(String client, boolean isFaithful) throws Exception {
        TestRun run =
                TestRun.open(service, Map.of("scenario", "chat", "client", Map.of("name", client, "version", "1.0.0")));
        var messages = JsonNodeFactory.instance.arrayNode();
        for (int turn = 1; turn <= 3; turn++) {
            messages.addObject().put("role", "user").put("content", "turn " + turn);
            var body = JsonNodeFactory.instance.objectNode().put("model", "glm-4.7");
            body.set("messages", messages);
            var message = (ObjectNode) TestHttpClient.underTest()
                    .post("/r/" + run.id() + "/v1/chat/completions", body.toString())
                    .json()
                    .at("/choices/0/message");
            if (!isFaithful) {
                message.remove("reasoning_content");
            }
            messages.add(message);
        }
        TestHttpClient.underTest().post("/api/v1/runs/" + run.id() + "/seal", "{}");
        return run;
    }

    /// The pointers of what is required and absent.
    private static List<String> missing(JsonNode document, JsonNode schema, JsonNode value, String place) {
        List<String> found = new ArrayList<>();
        JsonNode form = schema;
        while (form.has("$ref")) {
            form = document.at(form.path("$ref").asText().substring(1));
        }
        for (JsonNode part : form.path("allOf")) {
            found.addAll(missing(document, part, value, place));
        }
        if (value.isArray()) {
            for (int at = 0; at < value.size(); at++) {
                found.addAll(missing(document, form.path("items"), value.path(at), place + "/" + at));
            }
        }
        if (value.isObject()) {
            Stream.of(form.path("required"))
                    .flatMap(JsonNode::valueStream)
                    .map(JsonNode::asText)
                    .filter(name -> !value.has(name))
                    .forEach(name -> found.add(place + "/" + name));
            for (Map.Entry<String, JsonNode> property : value.properties()) {
                JsonNode own = form.path("properties").path(property.getKey());
                JsonNode one = own.isMissingNode() ? form.path("additionalProperties") : own;
                found.addAll(missing(document, one, property.getValue(), place + "/" + property.getKey()));
            }
        }
        return found;
    }
}
