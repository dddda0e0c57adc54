package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
class OpenApiIT {
    private static final Set<String> METHODS = Set.of("get", "post", "put", "delete", "patch", "head", "options");

    @Test
    void describesTheApiAndTheDialectEndpointsOnceForEveryBaseUrl() {
        var paths = new TreeSet<String>();
        document().path("paths").fieldNames().forEachRemaining(paths::add);

        List<String> dialect = Stream.of(
                        "chat/completions",
                        "messages",
                        "messages/count_tokens",
                        "responses",
                        "models",
                        "validation_report",
                        "reset")
                .map(endpoint -> "/v1/" + endpoint)
                .toList();
        assertThat(paths)
                .filteredOn(path -> path.contains("/v1/") && !path.startsWith("/api/"))
                .containsExactlyInAnyOrderElementsOf(dialect);
        dialect.forEach(path -> assertThat(
                        document().path("paths").path(path).path("servers").findValuesAsText("url"))
                .as(path)
                .containsExactly("/", "/stub", "{origin}/proxy/{backend}", "{origin}/r/{run}"));
        assertThat(paths)
                .contains(
                        "/health",
                        "/api/v1/runs",
                        "/api/v1/runs/{run}",
                        "/api/v1/runs/{run}/seal",
                        "/api/v1/runs/{run}/publish",
                        "/api/v1/runs/{run}/unpublish",
                        "/api/v1/runs/{run}/pin",
                        "/api/v1/runs/{run}/unpin",
                        "/api/v1/runs/{run}/report",
                        "/api/v1/runs/{run}/events",
                        "/api/v1/runs/{run}/exchanges",
                        "/api/v1/runs/{run}/exchanges/{number}",
                        "/api/v1/runs/{run}/exchanges/{number}/request",
                        "/api/v1/runs/{run}/exchanges/{number}/tokens");
    }

    @Test
    void everyExampleOfAJsonBodyIsOfItsSchema() {
        JsonNode document = document();
        int checked = 0;
        for (JsonNode content : document.path("paths").findValues("content")) {
            JsonNode json = content.path("application/json");
            if (json.has("example") && json.has("schema")) {
                ObjectNode schema = JsonNodeFactory.instance.objectNode();
                schema.putArray("allOf").add(json.path("schema"));
                schema.set("components", document.path("components"));
                Schema read = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(schema.toString(), InputFormat.JSON);

                assertThat(read.validate(json.path("example").toString(), InputFormat.JSON))
                        .as("%s", json.path("example"))
                        .isEmpty();
                checked++;
            }
        }
        assertThat(checked).isGreaterThan(40);
    }

    @Test
    void everyOperationHasSummaryResponsesTagAndItsOwnId() {
        JsonNode document = document();
        var ids = new ArrayList<String>();

        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().stream()
                        .filter(entry -> METHODS.contains(entry.getKey()))
                        .forEach(entry -> {
                            JsonNode operation = entry.getValue();
                            String name = entry.getKey() + " " + path.getKey();
                            ids.add(operation.path("operationId").asText());
                            assertThat(operation.path("summary").asText())
                                    .as(name)
                                    .isNotBlank();
                            assertThat(operation.path("description").asText())
                                    .as(name)
                                    .isNotBlank();
                            assertThat(operation.path("operationId").asText())
                                    .as(name)
                                    .isNotBlank();
                            assertThat(operation.path("tags").size()).as(name).isPositive();
                            assertThat(operation.path("responses").size())
                                    .as(name)
                                    .isPositive();
                            operation
                                    .path("parameters")
                                    .forEach(parameter -> assertThat(parameter
                                                    .path("description")
                                                    .asText())
                                            .as(name + " "
                                                    + parameter.path("name").asText())
                                            .isNotBlank());
                        }));

        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void everyOperationOfTheApiNamesItsProblems() {
        document().path("paths").properties().stream()
                .filter(path -> path.getKey().startsWith("/api/"))
                .forEach(path -> path.getValue().properties().stream()
                        .filter(entry -> METHODS.contains(entry.getKey()))
                        .forEach(entry -> assertThat(entry.getValue()
                                        .path("responses")
                                        .path("default")
                                        .path("content")
                                        .has("application/problem+json"))
                                .as(entry.getKey() + " " + path.getKey())
                                .isTrue()));
    }

    @Test
    void everyReferenceLeadsSomewhereAndEverySchemaIsDescribed() {
        JsonNode document = document();

        for (JsonNode reference : document.findValues("$ref")) {
            assertThat(document.at(reference.asText().substring(1)).isMissingNode())
                    .as(reference.asText())
                    .isFalse();
        }
        document.path("components").path("schemas").properties().stream()
                .filter(schema -> !schema.getValue().has("enum"))
                .filter(schema -> "object".equals(schema.getValue().path("type").asText()))
                .forEach(schema -> assertThat(
                                schema.getValue().path("description").asText())
                        .as(schema.getKey())
                        .isNotBlank());
    }

    @Test
    void saysWhatTheServiceIsAndUnderWhichLicence() {
        JsonNode info = document().path("info");

        assertThat(info.path("title").asText()).isEqualTo("Throughline");
        assertThat(info.path("description").asText()).isNotBlank();
        assertThat(info.path("license").path("name").asText()).isEqualTo("Apache-2.0");
    }

    @Test
    void describesTheKeyAndWhereItIsRefused() {
        JsonNode document = document();

        assertThat(document.at("/components/securitySchemes/key/scheme").asText())
                .isEqualTo("bearer");
        assertThat(document.path("security").toString()).contains("{}", "key");
        JsonNode answers = document.path("paths").path("/api/v1/runs").at("/post/responses");
        assertThat(answers.has("401") && answers.has("403") && answers.has("429"))
                .isTrue();
    }

    @Test
    void canBeBrowsed() {
        TestHttpClient.Answer page = TestHttpClient.underTest().get("/docs/");

        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("swagger-ui").contains("/openapi");
    }

    private static JsonNode document() {
        return TestHttpClient.underTest().get("/openapi?format=json").json();
    }
}
