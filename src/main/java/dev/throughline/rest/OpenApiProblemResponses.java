package dev.throughline.rest;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;

/// Adds to every operation its possible problems; dialect endpoints have their own error format.
final class OpenApiProblemResponses {
    private static final String SCHEMA = "#/components/schemas/Problem";

    private OpenApiProblemResponses() {}

    static void add(OpenAPI document) {
        document.getPaths().getPathItems().forEach((path, item) -> {
            if (path.startsWith("/api/")) {
                item.getOperations().forEach((method, operation) -> add(path, method, operation));
            } else if (!path.startsWith("/v1/")) {
                item.getOperations()
                        .forEach((_, operation) -> put(operation, "421", "The request is for another host."));
            }
        });
    }

    private static void add(String path, PathItem.HttpMethod method, Operation operation) {
        if (hasQuery(operation) || operation.getRequestBody() != null) {
            put(operation, "400", "A field or parameter is not valid; `pointer` or `parameter` names it.");
        }
        if (path.contains("{run}")) {
            put(operation, "404", "There is no such run or exchange.");
        } else if (path.contains("{") || path.matches(".*/(can-i-use|matrix/ranges|matrix/diff)")) {
            put(operation, "404", "There is nothing of this name; `allowed` lists similar names.");
        }
        if (parameters(operation).stream().anyMatch(parameter -> "format".equals(parameter.getName()))) {
            put(operation, "406", "The response is not available in this format; `allowed` lists the formats.");
        }
        if (path.endsWith("/runs/{run}") && method == PathItem.HttpMethod.DELETE) {
            put(operation, "409", "Answers of the run are in flight; wait until they end, or close their clients.");
        }
        if (operation.getRequestBody() != null) {
            put(operation, "415", "The body is not application/json.");
        }
        if (path.startsWith("/api/v1/render") || path.matches(".*/(prompt|prefix)")) {
            put(operation, "422", "The template failed: see `errorClass`, `line` and `column`.");
        }
        if (path.endsWith("/render/bridge")) {
            put(
                    operation,
                    "422",
                    "The prompt cannot be extended, for the reason in `cause`; or the"
                            + " template failed: see `errorClass`,"
                            + " `line` and `column`.");
        }
        put(operation, "401", "A key is required (`throughline.access=keys`) and no valid one was sent.");
        put(
                operation,
                "429",
                "A limit of the key is reached: `x-throughline-limit` names it, `Retry-After` says when to retry.");
        if (method != PathItem.HttpMethod.GET) {
            put(operation, "403", "The key lacks the required scope, or another key opened the run.");
        }
        put(operation, "default", "Any other error, as application/problem+json.");
        describePath(path, operation);
    }

    private static boolean hasQuery(Operation operation) {
        return parameters(operation).stream().anyMatch(parameter -> parameter.getIn() == Parameter.In.QUERY);
    }

    /// The path variables come first, in the order of the path: generated clients keep it.
    private static void describePath(String path, Operation operation) {
        if (operation.getParameters() != null) {
            operation.setParameters(parameters(operation).stream()
                    .sorted(Comparator.comparingInt(parameter -> place(path, parameter)))
                    .toList());
        }
        for (Parameter parameter : parameters(operation)) {
            if (parameter.getIn() == Parameter.In.PATH && parameter.getDescription() == null) {
                switch (parameter.getName()) {
                    case "run" -> parameter.setDescription("Id of the run.");
                    case "number" -> describeNumber(parameter);
                    default -> {}
                }
            }
        }
    }

    private static int place(String path, Parameter parameter) {
        return parameter.getIn() == Parameter.In.PATH ? path.indexOf("{" + parameter.getName() + "}") : path.length();
    }

    private static void describeNumber(Parameter parameter) {
        parameter.setDescription("Number of the exchange, from 1.");
        parameter.setSchema(OASFactory.createSchema()
                .addType(Schema.SchemaType.INTEGER)
                .format("int32")
                .minimum(BigDecimal.ONE));
    }

    private static List<Parameter> parameters(Operation operation) {
        return operation.getParameters() == null ? List.of() : new ArrayList<>(operation.getParameters());
    }

    private static void put(Operation operation, String status, String description) {
        APIResponse response = OASFactory.createAPIResponse()
                .description(description)
                .content(OASFactory.createContent()
                        .addMediaType(
                                Problem.MEDIA_TYPE,
                                OASFactory.createMediaType()
                                        .schema(OASFactory.createSchema().ref(SCHEMA))
                                        .example(example(status))));
        operation.getResponses().addAPIResponse(status, response);
    }

    private static Map<String, Object> example(String status) {
        ProblemType type = switch (status) {
            case "400" -> ProblemType.INVALID_PARAMETER;
            case "401" -> ProblemType.KEY_NEEDED;
            case "403" -> ProblemType.FORBIDDEN;
            case "404" -> ProblemType.UNKNOWN_RUN;
            case "406" -> ProblemType.NOT_ACCEPTABLE;
            case "409" -> ProblemType.CONFLICT;
            case "415" -> ProblemType.UNSUPPORTED_MEDIA_TYPE;
            case "421" -> ProblemType.MISDIRECTED;
            case "422" -> ProblemType.TEMPLATE_FAILED;
            case "429" -> ProblemType.LIMIT_REACHED;
            default -> ProblemType.INTERNAL;
        };
        var example = new LinkedHashMap<String, Object>();
        example.put("type", type.uri());
        example.put("title", type.title());
        example.put("status", type.status());
        example.put("detail", "What was expected and what was found.");
        return example;
    }
}
