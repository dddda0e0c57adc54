package dev.throughline.run.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.throughline.run.report.ReportFormat;
import dev.throughline.testing.TestHttpClient;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What is asked of the OpenAPI document beyond its being valid: enough to use the API without reading anything else.
@QuarkusTest
class OpenApiLintIT {
    private static final Set<String> METHODS = Set.of("get", "post", "put", "delete", "patch");
    private static final String PROBLEM = "application/problem+json";

    private final JsonNode document =
            TestHttpClient.underTest().get("/openapi?format=json").json();

    private record Operation(String path, String method, JsonNode described) {
        String name() {
            return method + " " + path;
        }

        boolean isOfTheApi() {
            return path.startsWith("/api/");
        }
    }

    private List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().stream()
                        .filter(entry -> METHODS.contains(entry.getKey()))
                        .forEach(entry ->
                                operations.add(new Operation(path.getKey(), entry.getKey(), entry.getValue()))));
        return operations;
    }

    /// What a reference leads to, or the node itself.
    private JsonNode followed(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
    }

    private static boolean hasExample(JsonNode mediaType) {
        return mediaType.has("example") || !mediaType.path("examples").isEmpty();
    }

    @Test
    void everyRequestBodyHasAnExample() {
        for (Operation operation : operations()) {
            JsonNode body = followed(operation.described.path("requestBody"));
            body.path("content")
                    .properties()
                    .forEach(type -> assertThat(hasExample(type.getValue()))
                            .as(operation.name() + " takes " + type.getKey())
                            .isTrue());
        }
    }

    @Test
    void everySuccessfulAnswerHasAnExampleInEachOfItsTypes() {
        for (Operation operation : operations()) {
            answers(operation, "2")
                    .forEach(answer -> followed(answer.getValue())
                            .path("content")
                            .properties()
                            .forEach(type -> assertThat(hasExample(type.getValue()))
                                    .as(operation.name() + " answers " + answer.getKey() + " as " + type.getKey())
                                    .isTrue()));
        }
    }

    @Test
    void everySuccessfulAnswerButNoContentSaysItsTypeAndShape() {
        for (Operation operation : operations()) {
            answers(operation, "2").stream()
                    .filter(answer -> !answer.getKey().equals("204"))
                    .forEach(answer -> {
                        JsonNode content = followed(answer.getValue()).path("content");
                        assertThat(content).as(operation.name()).isNotEmpty();
                        content.forEach(type -> assertThat(type.has("schema"))
                                .as(operation.name())
                                .isTrue());
                    });
        }
    }

    @Test
    void everyErrorOfTheApiIsAProblemWithAnExample() {
        operations().stream().filter(Operation::isOfTheApi).forEach(operation -> {
            List<Map.Entry<String, JsonNode>> errors = new ArrayList<>(answers(operation, "4"));
            errors.addAll(answers(operation, "5"));
            errors.addAll(answers(operation, "default"));
            assertThat(errors)
                    .as(operation.name())
                    .extracting(Map.Entry::getKey)
                    .contains("401", "429", "default");
            errors.forEach(error -> {
                JsonNode problem = followed(error.getValue()).path("content").path(PROBLEM);
                assertThat(problem.at("/schema/$ref").asText())
                        .as(operation.name() + " " + error.getKey())
                        .endsWith("/Problem");
                assertThat(hasExample(problem)).isTrue();
            });
        });
    }

    @Test
    void everyErrorOfADialectHasItsShapeAndAnExample() {
        operations().stream()
                .filter(one -> one.path.contains("/v1/") && !one.isOfTheApi())
                .forEach(operation -> {
                    List<Map.Entry<String, JsonNode>> errors = answers(operation, "4XX");
                    assertThat(errors).as(operation.name()).hasSize(1);
                    followed(errors.getFirst().getValue())
                            .path("content")
                            .forEach(type -> assertThat(hasExample(type)).isTrue());
                });
    }

    @Test
    void everyFormatOfTheReportIsNamed() {
        JsonNode parameters =
                document.path("paths").path("/api/v1/runs/{run}/report").at("/get/parameters");
        List<String> formats = new ArrayList<>();
        parameters.forEach(parameter -> {
            if (parameter.path("name").asText().equals("format")) {
                parameter.at("/schema/enum").forEach(format -> formats.add(format.asText()));
            }
        });

        assertThat(formats).containsExactlyElementsOf(ReportFormat.labels());
    }

    @Test
    void everySchemaIsUsed() {
        var used = new TreeSet<String>();
        collect(document.path("paths"), used);
        var all = new TreeSet<String>();
        document.path("components").path("schemas").fieldNames().forEachRemaining(all::add);

        assertThat(used).isEqualTo(all).allMatch(name -> name.matches("[A-Z][A-Za-z]+"));
    }

    /// Adds the names of all schemas that a part of the document leads to.
    private void collect(JsonNode node, Set<String> used) {
        for (JsonNode reference : node.findValues("$ref")) {
            String pointer = reference.asText();
            String name = pointer.substring(pointer.lastIndexOf('/') + 1);
            if (!pointer.startsWith("#/components/schemas/") || used.add(name)) {
                collect(document.at(pointer.substring(1)), used);
            }
        }
    }

    @Test
    void everyTagIsDescribedAndUsed() {
        var used = new TreeSet<String>();
        operations().forEach(operation -> operation.described.path("tags").forEach(tag -> used.add(tag.asText())));
        var described = new TreeSet<String>();
        document.path("tags").forEach(tag -> {
            assertThat(tag.path("description").asText()).isNotBlank();
            described.add(tag.path("name").asText());
        });

        assertThat(used).isEqualTo(described);
    }

    private static List<Map.Entry<String, JsonNode>> answers(Operation operation, String status) {
        return operation.described.path("responses").properties().stream()
                .filter(answer -> answer.getKey().startsWith(status))
                .toList();
    }
}
