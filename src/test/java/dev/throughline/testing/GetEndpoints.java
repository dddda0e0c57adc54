package dev.throughline.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/// Every GET endpoint of an OpenAPI document, with values for its parameters.
public final class GetEndpoints {
    private GetEndpoints() {}

    /// The paths to ask, by the path of the document.
    ///
    /// Fails for an endpoint with a required parameter of which no value is known, so that a new one is noticed.
    /// @param values by name of the parameter
    public static Map<String, String> of(JsonNode document, Map<String, String> values) {
        Map<String, String> asked = new LinkedHashMap<>();
        document.path("paths").properties().forEach(path -> {
            if (path.getValue().has("get")) {
                asked.put(path.getKey(), filled(path.getKey(), path.getValue(), values));
            }
        });
        return asked;
    }

    /// The same with an exchange of a run of the client `large-client`.
    /// @param number of the exchange
    public static Map<String, String> ofRun(JsonNode document, String run, int number) {
        return of(
                document,
                Map.of(
                        "run", run,
                        "number", Integer.toString(number),
                        "client", "large-client",
                        "from", "large-client@1.0.0",
                        "to", "large-client@1.0.0",
                        "cell", "0123456789abcdef",
                        "product", "large-client",
                        "capability", "THINK",
                        "template", "glm-4.7"));
    }

    private static String filled(String path, JsonNode operations, Map<String, String> values) {
        String asked = path;
        var query = new StringBuilder();
        for (JsonNode list : new JsonNode[] {
            operations.path("parameters"), operations.path("get").path("parameters")
        }) {
            for (JsonNode parameter : list) {
                if (!parameter.path("required").asBoolean()) {
                    continue;
                }
                String name = parameter.path("name").asText();
                String value = values.get(name);
                if (value == null) {
                    throw new IllegalArgumentException("no value is known for " + name + " of GET " + path);
                }
                if (parameter.path("in").asText().equals("query")) {
                    query.append(query.isEmpty() ? "?" : "&")
                            .append(name)
                            .append('=')
                            .append(value);
                }
                asked = asked.replace("{" + name + "}", value);
            }
        }
        return asked + query;
    }
}
