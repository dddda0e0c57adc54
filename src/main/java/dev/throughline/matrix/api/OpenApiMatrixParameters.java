package dev.throughline.matrix.api;

import io.quarkus.smallrye.openapi.OpenApiFilter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.OASFilter;
import org.eclipse.microprofile.openapi.models.Operation;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.parameters.Parameter;

/// Adds the common filter parameters to the operations that read cells.
@OpenApiFilter(stages = OpenApiFilter.RunStage.BUILD)
public final class OpenApiMatrixParameters implements OASFilter {
    private static final Set<String> OPERATIONS = Set.of("listMatrix", "listRanges", "diffMatrix");
    private static final Map<String, String> MEANINGS = meanings();
    private static final Map<String, List<Object>> CHOICES = Map.of(
            "dialect", List.of("openai-chat", "anthropic", "responses"),
            "dialectOut", List.of("openai-chat", "anthropic", "responses"),
            "policy", List.of("preserved", "interleaved"),
            "streaming", List.of("stream", "whole", "mixed"),
            "minConfidence", List.of("low", "medium", "high"));

    @Override
    public Operation filterOperation(Operation operation) {
        if (OPERATIONS.contains(operation.getOperationId())) {
            List<Parameter> parameters = new ArrayList<>(operation.getParameters());
            List<String> named = parameters.stream().map(Parameter::getName).toList();
            MEANINGS.forEach((name, meaning) -> {
                if (!named.contains(name)) {
                    parameters.add(parameter(name, meaning));
                }
            });
            operation.setParameters(parameters);
        }
        return operation;
    }

    private static Parameter parameter(String name, String meaning) {
        Schema schema = OASFactory.createSchema()
                .addType(name.equals("latest") ? Schema.SchemaType.BOOLEAN : Schema.SchemaType.STRING);
        if (CHOICES.containsKey(name)) {
            schema.setEnumeration(CHOICES.get(name));
        }
        return OASFactory.createParameter()
                .name(name)
                .in(Parameter.In.QUERY)
                .description(meaning)
                .schema(schema);
    }

    private static Map<String, String> meanings() {
        Map<String, String> meanings = new LinkedHashMap<>();
        meanings.put("client", "The client or SDK; empty for backends checked by themselves");
        meanings.put("clientVersion", "Its version, also as `version`; latest for the newest measured one");
        meanings.put("variant", "A setting of its recipe; empty for the recipe as it is");
        meanings.put("model", "The model id that it was told");
        meanings.put("dialect", "What the client spoke");
        meanings.put("dialectOut", "What the backend spoke");
        meanings.put("policy", "When reasoning of earlier turns must come back");
        meanings.put("scenario", "What the answers were made of, for instance tools; probe for a backend check");
        meanings.put("streaming", "How the requests wanted their answers");
        meanings.put("gateway", "What stood between; empty for nothing");
        meanings.put("gatewayVersion", "Its version");
        meanings.put("backend", "What answered; empty for the stub");
        meanings.put("backendVersion", "Its version");
        meanings.put("template", "SHA-256 of the backend's chat template");
        meanings.put("suite", "Major version of the test suite");
        meanings.put("product", "A product on any side");
        meanings.put(
                "capability",
                "THINK, CONTENT, TOOL_ID, TOOL_IN, TOOL_OUT, SIGNATURE, ORDER, PARAMS, CACHE; several apart by commas");
        meanings.put("status", "PRESERVED, PARTIAL, BROKEN, …; several apart by commas");
        meanings.put("minConfidence", "The least confidence");
        meanings.put("latest", "Whether only the newest measured version of each product is shown");
        meanings.put("asOf", "The matrix as it was at a moment, or at the beginning of a day in UTC");
        return meanings;
    }
}
