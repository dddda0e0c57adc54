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
        meanings.put("client", "The client or SDK; empty for backend checks");
        meanings.put("clientVersion", "Its version, also as `version`; latest for the newest measured one");
        meanings.put("variant", "A variant of its recipe; empty for the unmodified recipe");
        meanings.put("model", "The model id that it was configured with");
        meanings.put("dialect", "The dialect of the client");
        meanings.put("dialectOut", "The dialect of the backend");
        meanings.put("policy", "When reasoning of earlier turns must be returned");
        meanings.put("scenario", "The stub's scenario, for example tools; probe for a backend check");
        meanings.put("streaming", "Whether the requests asked for streamed answers");
        meanings.put("gateway", "The gateway between client and backend; empty for none");
        meanings.put("gatewayVersion", "Its version");
        meanings.put("backend", "The backend; empty for the stub");
        meanings.put("backendVersion", "Its version");
        meanings.put("template", "SHA-256 of the backend's chat template");
        meanings.put("suite", "Major version of the test suite");
        meanings.put("product", "A product in any role");
        meanings.put(
                "capability",
                "THINK, CONTENT, TOOL_ID, TOOL_IN, TOOL_OUT, SIGNATURE, ORDER, PARAMS,"
                        + " CACHE; separate several by commas");
        meanings.put("status", "PRESERVED, PARTIAL, BROKEN, …; separate several by commas");
        meanings.put("minConfidence", "Minimum confidence");
        meanings.put("latest", "Whether only the newest measured version of each product is shown");
        meanings.put("asOf", "The matrix as of a moment, or of the start of a day in UTC");
        return meanings;
    }
}
