package dev.throughline.rest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.OpenAPI;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.PathItem;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;

/// Repeats the dialect endpoints, described once under `/v1`, for the other base URLs.
final class OpenApiDialectPaths {
    private static final String DEFAULT = "/v1/";
    private static final List<Base> BASES = List.of(
            new Base("/stub", "Stub", Optional.empty(), ""),
            new Base("/proxy/{backend}", "Proxy", Optional.of("backend"), "Name of a configured backend."),
            new Base("/r/{run}", "Run", Optional.of("run"), "Id of a run."));

    private OpenApiDialectPaths() {}

    static void repeat(OpenAPI document) {
        Map<String, PathItem> described =
                new LinkedHashMap<>(document.getPaths().getPathItems());
        described.forEach((path, item) -> {
            if (path.startsWith(DEFAULT)) {
                BASES.forEach(base -> document.getPaths().addPathItem(base.path() + path, below(base, item)));
            }
        });
    }

    private static PathItem below(Base base, PathItem item) {
        PathItem copy = OASFactory.createPathItem();
        item.getOperations().forEach((method, operation) -> copy.setOperation(method, below(base, operation)));
        return copy;
    }

    private static Operation below(Base base, Operation operation) {
        Operation copy = OASFactory.createOperation()
                .operationId(operation.getOperationId() + base.suffix())
                .summary(operation.getSummary())
                .description(operation.getDescription())
                .tags(operation.getTags())
                .requestBody(operation.getRequestBody())
                .responses(operation.getResponses());
        base.parameter().ifPresent(name -> copy.addParameter(parameter(name, base.meaning())));
        return copy;
    }

    private static Parameter parameter(String name, String meaning) {
        return OASFactory.createParameter()
                .name(name)
                .in(Parameter.In.PATH)
                .required(true)
                .description(meaning)
                .schema(OASFactory.createSchema().addType(Schema.SchemaType.STRING));
    }

    /// @param suffix keeps the operation ids unique
    /// @param parameter name of the path variable
    private record Base(String path, String suffix, Optional<String> parameter, String meaning) {}
}
